#include "sim/io/import/nsys_names.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

namespace warpshop::io {

NsysNames::NsysNames(const SqliteFile& file) : file_(&file) {
  for (const auto& [table, id] : {std::pair{"StringIds", "id"}, std::pair{"StringTable", "_id_"}}) {
    if (!strings_ && file.has(table)) {
      const auto columns = file.columns(table);
      if (columns.contains(id) && columns.contains("value")) {
        strings_.emplace(file, fmt::format("SELECT value FROM main.{} NOT INDEXED WHERE {} = ?", table, id),
                         fmt::format("table {}", table));
      }
    }
  }
}

std::uint32_t NsysNames::add(std::string_view name) {
  constexpr std::size_t kLongest = 4096;
  std::size_t length = std::min(name.size(), kLongest);
  while (length < name.size() && length > 0 && continues_character(name[length])) {
    --length;
  }
  std::string shown = printable(name.substr(0, length));
  const auto [found, fresh] = by_name_.try_emplace(std::move(shown), static_cast<std::uint32_t>(names_.size()));
  if (fresh) {
    names_.push_back(found->first);
  }
  return found->second;
}

std::uint32_t NsysNames::string(std::int64_t id) {
  const auto known = by_id_.find(id);
  if (known != by_id_.end()) {
    return known->second;
  }
  if (!strings_) {
    file_->refuse("has no table StringIds with id and value, or StringTable of nvprof, so that nothing has a name");
  }
  std::uint32_t position = 0;
  strings_->restart(id);
  if (strings_->next() && strings_->type(0) == SqliteRows::Type::text) {
    position = add(strings_->text(0));
  } else {
    position = add("#" + std::to_string(id));
  }
  return by_id_.emplace(id, position).first->second;
}

}  // namespace warpshop::io
