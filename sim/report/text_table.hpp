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
  int drop = 0;        ///< 1 is left out first, then 2, …; 0: never
  bool wraps = false;  ///< its cells go on in the next line
  bool names = false;  ///< its cells are names, and shown as short_name()
};

/// Cells of a terminal that a name takes in a table at the most. JSON and CSV have all of it.
inline constexpr std::size_t kLongestName = 80;

/// A name as tables show it: printable(); of a longer one than kLongestName the start, and `…`.
std::string short_name(std::string_view name);

/// Columns of text as wide as their widest cell, two spaces apart, no spaces at the ends of lines. Where a line may
/// have so many characters only, columns wrap, and where that is not enough, some are left out, which a last line
/// tells.
class TextTable {
 public:
  void column(std::string title, Align align, Fit fit = {});
  /// As many cells as there are columns; shown as printable(), names as short_name().
  void row(std::vector<std::string> cells, bool bold = false);
  std::string text(const format::Table& style) const;
  std::string text(bool colour) const { return text(format::Table{.colour = colour}); }

 private:
  struct Row {
    std::vector<std::string> cells;
    bool bold = false;
  };
  /// A column that is shown, and how wide.
  struct Shown {
    std::size_t column = 0;
    std::size_t width = 0;
  };
  std::vector<std::size_t> natural_widths() const;
  std::vector<Shown> shown_columns(std::size_t width) const;
  std::string lines(const Row& row, const std::vector<Shown>& shown) const;
  std::string tell_left_out(const std::vector<Shown>& shown, std::size_t width) const;

  std::vector<Align> aligns_;
  std::vector<Fit> fits_;
  std::vector<Row> rows_{{}};
};

/// Text as a field of a CSV line: quoted where it holds a comma or a quote (RFC 4180), printable() where it would break
/// the line or not show; with an apostrophe before it, in quotes, where a spreadsheet would run it as a formula (it
/// starts with '=', '+', '-' or '@' and is no number).
std::string csv_field(std::string_view text);

}  // namespace warpshop::report
