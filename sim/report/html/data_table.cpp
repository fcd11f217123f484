#include "sim/report/html/data_table.hpp"

#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "sim/report/html/svg.hpp"

namespace warpshop::report::html {

std::string data_table(std::string_view caption, const TextTable& table, std::string_view note) {
  const auto align = [](const TextTable::Column& column) {
    return column.align == Align::left ? " class=\"left\"" : "";
  };
  std::string text = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table><caption><span>{0}</span>"
      "</caption>\n<thead><tr>",
      escaped(caption));
  for (const TextTable::Column& column : table.columns) {
    text += fmt::format("<th scope=\"col\"{}>{}</th>", align(column), escaped(column.title));
  }
  text += "</tr></thead>\n<tbody>\n";
  for (std::size_t row = 0; row < table.rows(); ++row) {
    text += table.marked[row] ? "<tr class=\"marked\">" : "<tr>";
    for (const TextTable::Column& column : table.columns) {
      const bool first = &column == &table.columns.front();
      const std::string& cell = column.cells[row];
      text += fmt::format("<{0}{1}{2}>{3}</{0}>", first ? "th" : "td", first ? " scope=\"row\"" : "", align(column),
                          column.markup ? cell : escaped(cell));
    }
    text += "</tr>\n";
  }
  text += "</tbody></table></div>\n";
  for (const std::string& line : {table.left_out_text(), std::string(note)}) {
    text += line.empty() ? "" : fmt::format("<p class=\"note\">{}</p>\n", escaped(line));
  }
  return text;
}

}  // namespace warpshop::report::html
