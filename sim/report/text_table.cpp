#include "sim/report/text_table.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

constexpr std::size_t kGap = 2;            // spaces between columns
constexpr std::size_t kLeastWrapped = 18;  // characters that a column which wraps has at least, if it needs them

/// A column as a terminal shows it.
struct ShownColumn {
  std::vector<std::string> lines;  ///< title and cells
  Align align;
  Fit fit;
  std::size_t natural = 0, width = 0;
  bool is_left_out = false;

  std::size_t least() const { return fit.wraps ? std::min(natural, kLeastWrapped) : natural; }
  int rank() const { return fit.drop > 0 ? fit.drop : std::numeric_limits<int>::max(); }
};

std::vector<ShownColumn> shown_columns(const TextTable& table) {
  std::vector<ShownColumn> shown;
  if (table.stars) {
    ShownColumn& stars = shown.emplace_back(ShownColumn{.lines = {""}, .align = Align::left, .fit = {}});
    for (const bool marks : table.marked) {
      stars.lines.emplace_back(marks ? "*" : "");
    }
  }
  for (const TextTable::Column& column : table.columns) {
    if (column.fit.drop >= 0 && !column.markup) {
      ShownColumn& added = shown.emplace_back(ShownColumn{{column.title}, column.align, column.fit});
      for (const std::string& cell : column.cells) {
        added.lines.push_back(column.fit.names ? short_name(cell) : printable(cell));
      }
    }
  }
  for (ShownColumn& column : shown) {
    for (const std::string& line : column.lines) {
      column.natural = std::max(column.natural, display_width(line));
    }
    column.width = column.natural;
  }
  return shown;
}

/// Makes columns fit into a width; what is left out for that, by title.
std::string fit_columns(std::vector<ShownColumn>& shown, std::size_t width) {
  std::vector<ShownColumn*> kept;
  kept.reserve(shown.size());
  for (ShownColumn& column : shown) {
    kept.push_back(&column);
  }
  const auto needed = [&] {
    return std::accumulate(kept.begin(), kept.end(), kGap * (kept.size() - 1),
                           [](std::size_t sum, const ShownColumn* column) { return sum + column->least(); });
  };
  while (kept.size() > 1 && needed() > width) {
    const auto first = std::min_element(
        kept.begin(), kept.end(), [](const ShownColumn* a, const ShownColumn* b) { return a->rank() < b->rank(); });
    if ((*first)->fit.drop == 0) {
      break;
    }
    (*first)->is_left_out = true;
    kept.erase(first);
  }
  std::size_t room = width > needed() ? width - needed() : 0;  // what columns that wrap may have beyond their least
  auto wanting = std::count_if(kept.begin(), kept.end(),
                               [](const ShownColumn* column) { return column->natural > column->least(); });
  for (ShownColumn* column : kept) {
    const std::size_t wanted = column->natural - column->least();
    const std::size_t more = wanted > 0 ? std::min(room / static_cast<std::size_t>(wanting--), wanted) : 0;
    column->width = column->least() + more;
    room -= more;
  }
  std::string titles;
  for (const ShownColumn& column : shown) {
    titles += column.is_left_out ? (titles.empty() ? "" : ", ") + column.lines.front() : "";
  }
  std::erase_if(shown, [](const ShownColumn& column) { return column.is_left_out; });
  return titles;
}

/// The title row, or a row below it, in as many lines as the cell that wraps most needs.
std::string row_text(const std::vector<ShownColumn>& shown, std::size_t row) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (const ShownColumn& column : shown) {
    cells.push_back(wrapped(column.lines[row], column.width));
    height = std::max(height, cells.back().size());
  }
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    std::string whole;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const std::string cell = line < cells[i].size() ? cells[i][line] : "";
      const std::string padding(shown[i].width - display_width(cell), ' ');
      whole += i > 0 ? std::string(kGap, ' ') : "";
      whole += shown[i].align == Align::right ? padding + cell : cell + padding;
    }
    whole.erase(whole.find_last_not_of(' ') + 1);
    text += (line > 0 ? "\n" : "") + whole;
  }
  return text;
}

}  // namespace

void TextTable::column(std::string title, Align align, Fit fit) {
  columns.push_back({.title = std::move(title), .align = align, .fit = fit});
}

void TextTable::row(std::vector<std::string> cells, bool marks) {
  assert(cells.size() == columns.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    columns[i].cells.push_back(std::move(cells[i]));
  }
  marked.push_back(marks);
}

std::string TextTable::text(const format::Table& style) const {
  std::vector<ShownColumn> shown = shown_columns(*this);
  const std::string dropped = style.width > 0 ? fit_columns(shown, style.width) : "";
  std::string text = row_text(shown, 0) + '\n';
  for (std::size_t row = 0; row < rows(); ++row) {
    const bool bold = marked[row] && style.colour;
    text += (bold ? "\x1b[1m" : "") + row_text(shown, row + 1) + (bold ? "\x1b[0m\n" : "\n");
  }
  return text + (dropped.empty() ? "" : wrapped_lines("(left out for want of room: " + dropped + ")", style.width, 0)) +
         (left_out == 0 ? "" : left_out_text() + '\n');
}

std::string TextTable::left_out_text() const {
  return left_out == 0 ? "" : fmt::format("… {} more; {} has them all", left_out, where);
}

std::string short_name(std::string_view name) {
  return shortened(printable(name), kLongestName);
}

}  // namespace warpshop::report
