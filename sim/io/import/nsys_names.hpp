#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/io/import/sqlite_file.hpp"

namespace warpshop::io {

/// The names of a recording, each once. Of the strings of an export (table StringIds; of nvprof: StringTable), which
/// hold environments and output of processes as well, it reads those alone that are asked for.
class NsysNames {
 public:
  /// The file outlives it.
  explicit NsysNames(const SqliteFile& file);

  /// Position of that name: printable, at most 4096 bytes of it.
  std::uint32_t add(std::string_view name);
  /// The same of a string by its id; `#ID` where there is no such string. Throws InputError: there is no table of them.
  std::uint32_t string(std::int64_t id);
  const std::string& operator[](std::uint32_t position) const { return names_[position]; }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  const SqliteFile* file_;
  std::optional<SqliteRows> strings_;
  std::unordered_map<std::int64_t, std::uint32_t> by_id_;
  std::unordered_map<std::string, std::uint32_t> by_name_;
  std::vector<std::string> names_;
};

}  // namespace warpshop::io
