#include "sim/io/import/nsys_ids.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

namespace warpshop::io {

NsysIds::NsysIds(const SqliteFile& file) : file_(file) {
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

std::uint32_t NsysIds::process(std::optional<std::int64_t> global_id) {
  const auto next = static_cast<std::uint32_t>(processes_.size());
  return global_id ? processes_.try_emplace(as_key(*global_id) >> kThreadBits, next).first->second : 0;
}

std::uint64_t NsysIds::thread(std::optional<std::int64_t> global_id) {
  constexpr std::uint64_t kThreadMask = (std::uint64_t{1} << kThreadBits) - 1;
  return global_id ? threads_({process(global_id), 0, 0, as_key(*global_id) & kThreadMask}) : 0;
}

std::optional<std::uint32_t> NsysIds::gpu(std::optional<std::int64_t> global_id, std::int64_t device) const {
  constexpr std::uint64_t kProcessMask = (std::uint64_t{1} << kThreadBits) - 1;
  if (!global_id) {
    return {};
  }
  const auto process_id = static_cast<std::int64_t>((as_key(*global_id) >> kThreadBits) & kProcessMask);
  const auto found = gpus_.find({process_id, device});
  return found == gpus_.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t NsysIds::name(std::string_view name) {
  constexpr std::size_t kLongest = 4096;
  std::size_t length = std::min(name.size(), kLongest);
  while (length < name.size() && length > 0 && continues_character(name[length])) {
    --length;
  }
  return names_.position(std::string(name.substr(0, length)));
}

std::uint32_t NsysIds::string(std::int64_t id) {
  const auto known = by_id_.find(id);
  if (known != by_id_.end()) {
    return known->second;
  }
  if (!strings_) {
    file_.refuse("has no table StringIds with id and value, or StringTable of nvprof, so that nothing has a name");
  }
  strings_->restart(id);
  const std::optional<std::string_view> text = strings_->next() ? strings_->text(0) : std::nullopt;
  return by_id_.emplace(id, name(text ? *text : "#" + std::to_string(id))).first->second;
}

}  // namespace warpshop::io
