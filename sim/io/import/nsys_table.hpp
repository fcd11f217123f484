#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/io/import/recorded_trace.hpp"
#include "sim/io/import/sqlite_file.hpp"

namespace warpshop::io {

/// Whether nvprof wrote it (`nvprof --export-profile`, the Visual Profiler): it names its strings in a table of its
/// own.
bool is_of_nvprof(const SqliteFile& file);

/// Whether commands cannot do without a table.
enum class NsysUse : std::uint8_t { commands, beside };

/// One table of an export, row by row in the order in which it stands there. Exports of some versions lack tables, of
/// others columns: then there are no rows, and no values. A value that is no integer or out of its range is refused
/// where commands need the table: throws InputError that names the file, the table and the row; in others it counts as
/// not there.
class NsysTable {
 public:
  /// `columns` by name, `one|other` where exports of Nsight Systems and of nvprof call it differently; below, they go
  /// by their positions in that list.
  NsysTable(const SqliteFile& file, std::string_view table, const std::vector<std::string_view>& columns,
            NsysUse use = NsysUse::commands);

  bool next();

  /// NULL, or a column that the table lacks: nothing.
  std::optional<std::int64_t> integer(std::size_t column) const;
  /// The same, where it has to be there, from `least` to `most`.
  std::int64_t integer(std::size_t column, std::int64_t least, std::int64_t most) const;
  /// 0 where it is not there; from 0 to `most`.
  std::int64_t count(std::size_t column, std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
  /// Number of its own for a correlation within a process: 0, not recorded, stays 0; that of the first process is as it
  /// was.
  std::uint64_t correlation(std::size_t column, std::uint32_t process) const;
  /// Nothing where it is not there, or no text; until next().
  std::optional<std::string_view> text(std::size_t column) const { return rows_->text(column); }
  /// 0 ≤ start ≤ end ≤ 4e18 ns. Nothing where there is none: no end, or 0 for both, which is what a profiler writes for
  /// times that it did not get.
  std::optional<TimeSpan> interval(std::size_t start, std::size_t end) const;
  /// How many intervals were none because of a time that cannot be: of tables that commands can do without.
  std::size_t impossible() const { return impossible_; }
  /// Throws InputError `FILE: table TABLE, row ROW: what, expected …`.
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  bool is_impossible(std::size_t start, std::size_t end) const;

  const SqliteFile* file_;
  std::string table_;
  std::vector<std::string> names_;
  std::optional<SqliteRows> rows_;
  std::int64_t row_ = 0;  ///< from 1
  NsysUse use_;
  mutable std::size_t impossible_ = 0;
};

/// Values of one of Nsight's enumerations. Their numbers have not been the same in all versions; exports say what they
/// mean in tables ENUM_…, older ones have none.
class NsysEnumeration {
 public:
  static constexpr std::int64_t kUnknown = -1;

  /// `known`: numbers, as documented for exports without that table, and how the names end there that mean the same.
  NsysEnumeration(const SqliteFile& file, std::string_view table,
                  std::initializer_list<std::pair<std::int64_t, std::string_view>> known);

  /// The documented number of what a value means; kUnknown for none, and for a value whose name is not known. A value
  /// that has no name in the export is taken to be a documented number.
  std::int64_t documented(std::optional<std::int64_t> value) const;

 private:
  std::unordered_map<std::int64_t, std::int64_t> meanings_;
};

}  // namespace warpshop::io
