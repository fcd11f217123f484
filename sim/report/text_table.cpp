#include "sim/report/text_table.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <system_error>
#include <utility>

#include "sim/model/utf8.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

/// Whether a spreadsheet takes the text for a formula: it starts with the sign of one, and is no number.
bool is_formula(std::string_view text) {
  if (text.empty() || std::string_view{"=+-@"}.find(text.front()) == std::string_view::npos) {
    return false;
  }
  const char* const end = text.data() + text.size();
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data() + (text.front() == '+' ? 1 : 0), end, number);
  return error != std::errc{} || stop != end || !std::isfinite(number);
}

constexpr std::size_t kGap = 2;            // spaces between columns
constexpr std::size_t kLeastWrapped = 18;  // characters that a column which wraps has at least, if it needs them

}  // namespace

void TextTable::column(std::string title, Align align, Fit fit) {
  rows_.front().cells.push_back(std::move(title));
  aligns_.push_back(align);
  fits_.push_back(fit);
}

void TextTable::row(std::vector<std::string> cells, bool bold) {
  assert(cells.size() == aligns_.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = fits_[i].names ? short_name(cells[i]) : printable(cells[i]);
  }
  rows_.push_back({std::move(cells), bold});
}

std::vector<std::size_t> TextTable::natural_widths() const {
  std::vector<std::size_t> widths(aligns_.size(), 0);
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row.cells[i]));
    }
  }
  return widths;
}

std::vector<TextTable::Shown> TextTable::shown_columns(std::size_t width) const {
  const std::vector<std::size_t> natural = natural_widths();
  std::vector<Shown> shown;
  for (std::size_t i = 0; i < natural.size(); ++i) {
    shown.push_back({.column = i, .width = natural[i]});
  }
  if (width == 0) {
    return shown;
  }
  const auto least = [&](const Shown& column) {
    return fits_[column.column].wraps ? std::min(natural[column.column], kLeastWrapped) : natural[column.column];
  };
  const auto drop_rank = [&](const Shown& column) {
    const int drop = fits_[column.column].drop;
    return drop > 0 ? drop : std::numeric_limits<int>::max();
  };
  const auto needed = [&] {
    return std::accumulate(shown.begin(), shown.end(), kGap * (shown.size() - 1),
                           [&](std::size_t sum, const Shown& column) { return sum + least(column); });
  };
  while (shown.size() > 1 && needed() > width) {
    const auto first = std::min_element(shown.begin(), shown.end(),
                                        [&](const Shown& a, const Shown& b) { return drop_rank(a) < drop_rank(b); });
    if (fits_[first->column].drop == 0) {
      break;
    }
    shown.erase(first);
  }
  std::size_t room = width > needed() ? width - needed() : 0;  // what columns that wrap may have beyond their least
  auto wanting = static_cast<std::size_t>(std::count_if(
      shown.begin(), shown.end(), [&](const Shown& column) { return natural[column.column] > least(column); }));
  for (Shown& column : shown) {
    const std::size_t wanted = natural[column.column] - least(column);
    const std::size_t more = wanted > 0 ? std::min(room / wanting--, wanted) : 0;
    column.width = least(column) + more;
    room -= more;
  }
  return shown;
}

std::string TextTable::lines(const Row& row, const std::vector<Shown>& shown) const {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (const Shown& column : shown) {
    cells.push_back(wrapped(row.cells[column.column], column.width));
    height = std::max(height, cells.back().size());
  }
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    std::string whole;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const std::string cell = line < cells[i].size() ? cells[i][line] : "";
      const std::string padding(shown[i].width - display_width(cell), ' ');
      whole += i > 0 ? std::string(kGap, ' ') : "";
      whole += aligns_[shown[i].column] == Align::right ? padding + cell : cell + padding;
    }
    whole.erase(whole.find_last_not_of(' ') + 1);
    text += (line > 0 ? "\n" : "") + whole;
  }
  return text;
}

std::string TextTable::tell_left_out(const std::vector<Shown>& shown, std::size_t width) const {
  std::string names;
  auto next = shown.begin();
  for (std::size_t i = 0; i < aligns_.size(); ++i) {
    if (next != shown.end() && next->column == i) {
      ++next;
    } else {
      names += (names.empty() ? "" : ", ") + rows_.front().cells[i];
    }
  }
  return names.empty() ? "" : wrapped_lines("(left out for want of room: " + names + ")", width, 0);
}

std::string TextTable::text(const format::Table& style) const {
  const std::vector<Shown> shown = shown_columns(style.width);
  std::string text;
  for (const Row& row : rows_) {
    text += row.bold && style.colour ? "\x1b[1m" + lines(row, shown) + "\x1b[0m\n" : lines(row, shown) + '\n';
  }
  return text + tell_left_out(shown, style.width);
}

std::string short_name(std::string_view name) {
  return shortened(printable(name), kLongestName);
}

std::string csv_field(std::string_view text) {
  std::string shown = printable(text);
  const bool runs = is_formula(shown);
  if (!runs && shown.find_first_of(",\"") == std::string::npos) {
    return shown;
  }
  std::string quoted = runs ? "\"'" : "\"";
  for (const char byte : shown) {
    quoted += byte == '"' ? "\"\"" : std::string(1, byte);
  }
  return quoted + '"';
}

}  // namespace warpshop::report
