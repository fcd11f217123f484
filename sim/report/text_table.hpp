#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpshop::report {

enum class Align : bool { left, right };

/// Columns of text as wide as their widest cell, two spaces apart, no spaces at the ends of lines.
class TextTable {
 public:
  void column(std::string title, Align align);
  /// As many cells as there are columns.
  void row(std::vector<std::string> cells, bool bold = false);
  std::string text(bool colour) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    bool bold = false;
  };
  std::string line(const Row& row, const std::vector<std::size_t>& widths) const;

  std::vector<Align> aligns_;
  std::vector<Row> rows_{{}};
};

/// Code points of UTF-8 text: what it is wide on a terminal, near enough.
std::size_t display_width(std::string_view text);

/// A field of a CSV line: quoted where it holds a comma, a quote or a line break (RFC 4180).
std::string csv_field(std::string_view text);

}  // namespace warpshop::report
