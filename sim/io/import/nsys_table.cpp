#include "sim/io/import/nsys_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpshop::io {
namespace {

/// 126 years: as far as times since 1970, in nanoseconds, will ever be.
constexpr std::int64_t kLatestTime = 4'000'000'000'000'000'000;

}  // namespace

bool is_of_nvprof(const SqliteFile& file) {
  return file.has("StringTable") && !file.has("StringIds");
}

NsysTable::NsysTable(const SqliteFile& file, std::string_view table, const std::vector<std::string_view>& columns,
                     NsysUse use)
    : file_(&file), table_(table), names_(columns.begin(), columns.end()), use_(use) {
  if (!file.has(table)) {
    return;
  }
  const auto present = file.columns(table);
  std::string sql = "SELECT ";
  for (std::string& name : names_) {
    if (const std::size_t bar = name.find('|'); bar != std::string::npos) {
      name = present.contains(name.substr(0, bar)) ? name.substr(0, bar) : name.substr(bar + 1);
    }
    sql += (sql.ends_with(' ') ? "" : ",") + (present.contains(name) ? "\"" + name + "\"" : std::string("NULL"));
  }
  rows_.emplace(file, sql + " FROM main.\"" + table_ + "\" NOT INDEXED", "table " + table_);
}

bool NsysTable::next() {
  ++row_;
  return rows_ && rows_->next();
}

std::optional<std::int64_t> NsysTable::integer(std::size_t column) const {
  const std::optional<std::int64_t> value = rows_->integer(column);
  if (!value && use_ == NsysUse::commands && !rows_->is_null(column)) {
    refuse(fmt::format("{} is no whole number", names_[column]));
  }
  return value;
}

std::int64_t NsysTable::integer(std::size_t column, std::int64_t least, std::int64_t most) const {
  const std::optional<std::int64_t> value = integer(column);
  if (!value) {
    refuse(fmt::format("{} is missing", names_[column]));
  }
  if (*value < least || *value > most) {
    refuse(fmt::format("{} is {}, which is not within {} … {}", names_[column], *value, least, most));
  }
  return *value;
}

std::int64_t NsysTable::count(std::size_t column, std::int64_t most) const {
  const std::optional<std::int64_t> value = integer(column);
  if (use_ == NsysUse::beside) {
    return value && *value >= 0 && *value <= most ? *value : 0;
  }
  return value ? integer(column, 0, most) : 0;
}

std::uint64_t NsysTable::correlation(std::size_t column, std::uint32_t process) const {
  constexpr unsigned kBits = 40;
  const std::int64_t own = count(column, (std::int64_t{1} << kBits) - 1);
  return own == 0 ? 0 : (std::uint64_t{process} << kBits) + static_cast<std::uint64_t>(own);
}

std::optional<TimeSpan> NsysTable::interval(std::size_t start, std::size_t end) const {
  if (use_ == NsysUse::beside && is_impossible(start, end)) {
    ++impossible_;
    return {};
  }
  const std::int64_t from = integer(start, 0, kLatestTime);
  if (!integer(end)) {
    return {};
  }
  const std::int64_t until = integer(end, 0, kLatestTime);
  if (until < from) {
    refuse(fmt::format("ends at {} ns, before it starts at {} ns", until, from));
  }
  if (until == 0) {
    return {};
  }
  return TimeSpan{std::chrono::nanoseconds{from}, std::chrono::nanoseconds{until}};
}

bool NsysTable::is_impossible(std::size_t start, std::size_t end) const {
  const std::optional<std::int64_t> from = integer(start);
  const std::optional<std::int64_t> until = integer(end);
  const bool ends = !rows_->is_null(end);
  return !from || *from < 0 || *from > kLatestTime || (ends && (!until || *until < *from || *until > kLatestTime));
}

void NsysTable::refuse(const std::string& what) const {
  file_->refuse(fmt::format("table {}, row {}: {}", table_, row_, what));
}

NsysEnumeration::NsysEnumeration(const SqliteFile& file, std::string_view table,
                                 std::initializer_list<std::pair<std::int64_t, std::string_view>> known) {
  NsysTable rows(file, table, {"id", "name"});
  while (rows.next()) {
    const std::optional<std::int64_t> value = rows.integer(0);
    const std::optional<std::string_view> name = rows.text(1);
    if (value && name) {
      const auto* const meaning =
          std::find_if(known.begin(), known.end(), [&](const auto& one) { return name->ends_with(one.second); });
      meanings_[*value] = meaning == known.end() ? kUnknown : meaning->first;
    }
  }
}

std::int64_t NsysEnumeration::documented(std::optional<std::int64_t> value) const {
  const auto found = meanings_.find(value.value_or(kUnknown));
  return found != meanings_.end() ? found->second : value.value_or(kUnknown);
}

}  // namespace warpshop::io
