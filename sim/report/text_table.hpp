#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/result/format.hpp"

namespace warpshop::report {

enum class Align : bool { left, right };

/// What becomes of a column where a table is too wide.
struct Fit {
  int drop = 0;        ///< 1 is left out first, then 2, …; 0: never; below 0: on a terminal always
  bool wraps = false;  ///< its cells go on in the next line
  bool names = false;  ///< its cells are names, and shown as short_name()
};

/// Cells of a terminal that a name takes in a table at the most. JSON and CSV have all of it.
inline constexpr std::size_t kLongestName = 80;

/// A name as tables show it: printable(); of a longer one than kLongestName the start, and `…`.
std::string short_name(std::string_view name);

/// A table for people, on a terminal or on a page (html::data_table()). Cells are text of anybody; what shows them
/// makes it printable.
struct TextTable {
  struct Column {
    std::string title;
    Align align = Align::right;
    Fit fit = {};
    std::vector<std::string> cells = {};
    bool markup = false;  ///< cells are HTML, for pages alone
  };
  std::vector<Column> columns = {};
  std::vector<bool> marked = {};                    ///< by row: stands out,
  bool stars = false;                               ///< on a terminal with a `*` before it as well
  std::size_t left_out = 0;                         ///< how many rows there are beyond these,
  std::string_view where = "--format json or csv";  ///< and what has them

  void column(std::string title, Align align = Align::right, Fit fit = {});
  /// As many cells as there are columns.
  void row(std::vector<std::string> cells, bool marks = false);
  std::size_t rows() const { return marked.size(); }

  /// Columns as wide as their widest cell, two spaces apart, no spaces at the ends of lines. Where a line may have so
  /// many characters only, columns wrap, and where that is not enough, some are left out, which a last line tells.
  std::string text(const format::Table& style) const;
  /// `… 12 more; --format json or csv has them all`; empty: there are none.
  std::string left_out_text() const;
};

}  // namespace warpshop::report
