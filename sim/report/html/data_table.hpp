#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/report/text_table.hpp"

namespace warpshop::report::html {

/// A table with a caption and headings that screen readers tell. Cells are markup: text of others is escaped() before.
class DataTable {
 public:
  explicit DataTable(std::string_view caption) : caption_(caption) {}

  void column(std::string_view title, Align align = Align::right);
  /// As many cells as there are columns; the first heads the row.
  void row(std::vector<std::string> cells, bool marked = false);
  /// What is below the table, as text.
  void note(std::string_view text) { note_ = text; }
  std::size_t rows() const { return rows_.size(); }
  /// In a box of its own that scrolls where the table is wider than the page.
  std::string markup() const;

 private:
  struct Row {
    std::vector<std::string> cells;
    bool marked = false;
  };
  std::string caption_;
  std::string note_;
  std::vector<std::string> titles_;
  std::vector<Align> aligns_;
  std::vector<Row> rows_;
};

}  // namespace warpshop::report::html
