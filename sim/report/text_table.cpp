#include "sim/report/text_table.hpp"

#include <algorithm>
#include <cassert>

namespace warpshop::report {

void TextTable::column(std::string title, Align align) {
  rows_.front().cells.push_back(std::move(title));
  aligns_.push_back(align);
}

void TextTable::row(std::vector<std::string> cells, bool bold) {
  assert(cells.size() == aligns_.size());
  rows_.push_back({std::move(cells), bold});
}

std::string TextTable::line(const Row& row, const std::vector<std::size_t>& widths) const {
  std::string text;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const std::string padding(widths[i] - display_width(row.cells[i]), ' ');
    text += i > 0 ? "  " : "";
    text += aligns_[i] == Align::right ? padding + row.cells[i] : row.cells[i] + padding;
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string TextTable::text(bool colour) const {
  std::vector<std::size_t> widths(aligns_.size(), 0);
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row.cells[i]));
    }
  }
  std::string text;
  for (const Row& row : rows_) {
    text += row.bold && colour ? "\x1b[1m" + line(row, widths) + "\x1b[0m\n" : line(row, widths) + '\n';
  }
  return text;
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "\"";
  for (const char byte : text) {
    quoted += byte == '"' ? "\"\"" : std::string(1, byte);
  }
  return quoted + '"';
}

}  // namespace warpshop::report
