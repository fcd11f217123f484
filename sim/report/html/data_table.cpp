#include "sim/report/html/data_table.hpp"

#include <utility>

#include <fmt/format.h>

#include "sim/report/html/markup.hpp"

namespace warpshop::report::html {

void DataTable::column(std::string_view title, Align align) {
  titles_.emplace_back(title);
  aligns_.push_back(align);
}

void DataTable::row(std::vector<std::string> cells, bool marked) {
  rows_.push_back({std::move(cells), marked});
}

std::string DataTable::markup() const {
  const auto align = [&](std::size_t column) { return aligns_[column] == Align::left ? " class=\"left\"" : ""; };
  std::string text = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table><caption><span>{0}</span>"
      "</caption>\n<thead><tr>",
      escaped(caption_));
  for (std::size_t column = 0; column < titles_.size(); ++column) {
    text += fmt::format("<th scope=\"col\"{}>{}</th>", align(column), escaped(titles_[column]));
  }
  text += "</tr></thead>\n<tbody>\n";
  for (const Row& row : rows_) {
    text += row.marked ? "<tr class=\"marked\">" : "<tr>";
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
      const std::string_view tag = column == 0 ? "th" : "td";
      text += fmt::format("<{0}{1}{2}>{3}</{0}>", tag, column == 0 ? " scope=\"row\"" : "", align(column),
                          row.cells[column]);
    }
    text += "</tr>\n";
  }
  text += "</tbody></table></div>\n";
  if (!note_.empty()) {
    text += fmt::format("<p class=\"note\">{}</p>\n", escaped(note_));
  }
  return text;
}

}  // namespace warpshop::report::html
