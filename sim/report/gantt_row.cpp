#include "sim/report/gantt_row.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

namespace warpshop::report {
namespace {

constexpr std::int64_t kEighths = 8;
/// [eighths] of a cell: from its left, and from its bottom.
constexpr std::array<const char*, kEighths + 1> kFromLeft{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
constexpr std::array<const char*, kEighths + 1> kFromBottom{"·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array<const char*, 6> kAsciiHeights{".", ":", "-", "+", "*", "#"};
/// ANSI colours of tasks, in turn: green, blue, yellow, magenta, cyan, red.
constexpr std::array<int, 6> kColours{2, 4, 3, 5, 6, 1};
constexpr int kNone = -1;

int colour_of(std::uint32_t task) {
  return kColours[task % kColours.size()];
}

/// A sign, what it looks like.
struct GanttCell {
  std::string text = " ";
  int colour = kNone;      ///< of the sign
  int background = kNone;  ///< behind it
  bool reversed = false;   ///< sign and background change places
  friend bool same_look(const GanttCell& a, const GanttCell& b) {
    return a.colour == b.colour && a.background == b.background && a.reversed == b.reversed;
  }
};

class RowDrawing {
 public:
  RowDrawing(const GanttRow& row, std::size_t cells, bool unicode, bool colour, GanttSigns& signs)
      : row_(row), unicode_(unicode), colour_(colour), signs_(signs), cells_(cells) {}

  std::string text() {
    const auto ends = std::min(cells_.size(), static_cast<std::size_t>(std::ceil(row_.ends - 1e-9)));
    std::fill_n(cells_.begin(), ends, GanttCell{.text = unicode_ ? "·" : "."});
    if (row_.is_dense) {
      draw_heights(ends);
    } else {
      std::size_t next = 0;
      for (const GanttBar& bar : row_.bars) {
        ++next;
        unicode_ ? draw_blocks(bar, next) : draw_ascii(bar, next);
      }
    }
    return joined();
  }

 private:
  /// What a bar has in the cells that are all its own: lighter where it is opposed, and its name.
  void finish(const GanttBar& bar, std::size_t first, std::size_t end) {
    for (std::size_t cell = first; cell < end; ++cell) {
      const double middle = static_cast<double>(cell) + 0.5;
      if (std::any_of(row_.opposed.begin(), row_.opposed.end(),
                      [&](const GanttSpan& span) { return span.start <= middle && middle < span.end; })) {
        cells_[cell].text = unicode_ ? "▒" : "=";
        signs_.opposed = true;
      }
    }
    const std::size_t width = display_width(bar.name);
    const std::size_t room = end > first ? end - first : 0;
    if (width > 0 && width + (colour_ ? 0 : 2) <= room) {
      write(bar, first + (room - width) / 2);
    }
  }

  void write(const GanttBar& bar, std::size_t first) {
    std::size_t cell = first;
    for (std::string_view rest = bar.name; !rest.empty();) {
      const std::size_t length = std::max<std::size_t>(character_length(rest), 1);
      const std::string_view character = rest.substr(0, length);
      const std::size_t width = display_width(character);
      if (width == 0 && cell > first) {
        cells_[cell - 1].text += character;
      }
      for (std::size_t part = 0; part < width; ++part) {
        cells_[cell + part] = {.text = part == 0 ? std::string{character} : "", .background = colour_of(bar.task)};
        cells_[cell + part].colour = 0;
      }
      cell += width;
      rest.remove_prefix(length);
    }
  }

  bool alike(const GanttBar& bar, std::size_t next) const {
    return !colour_ || (next < row_.bars.size() && colour_of(row_.bars[next].task) == colour_of(bar.task));
  }

  static std::int64_t eighths(double cell) { return std::llround(cell * kEighths); }

  void draw_blocks(const GanttBar& bar, std::size_t next) {
    const auto last = static_cast<std::int64_t>(cells_.size()) * kEighths;
    const std::int64_t start = std::min(eighths(bar.span.start), last - 1);
    const std::int64_t end = std::clamp(eighths(bar.span.end), start + 1, last);
    const std::int64_t first = (start + kEighths - 1) / kEighths;  // cells that are all its own
    const std::int64_t behind = end / kEighths;
    const int colour = colour_of(bar.task);
    if (first > behind) {  // within one cell
      put_left(static_cast<std::size_t>(behind), end - start, colour);
      return;
    }
    if (start % kEighths > 0) {
      put_right(static_cast<std::size_t>(first) - 1, first * kEighths - start, colour);
    }
    for (std::int64_t cell = first; cell < behind; ++cell) {
      cells_[static_cast<std::size_t>(cell)] = {.text = "█", .colour = colour};
    }
    finish(bar, static_cast<std::size_t>(first), static_cast<std::size_t>(behind));
    if (end % kEighths > 0) {
      put_left(static_cast<std::size_t>(behind), end % kEighths, colour);
    } else if (behind > first && next < row_.bars.size() && alike(bar, next) &&
               eighths(row_.bars[next].span.start) == end && cells_[static_cast<std::size_t>(behind) - 1].text == "█") {
      cells_[static_cast<std::size_t>(behind) - 1].text = kFromLeft[kEighths - 1];
    }
  }

  /// The left part of a cell; what begins there later may take the rest.
  void put_left(std::size_t cell, std::int64_t eighths, int colour) {
    if (filled_ == cell && eighths <= filled_eighths_) {
      return;
    }
    cells_[cell] = {.text = kFromLeft[static_cast<std::size_t>(eighths)], .colour = colour};
    filled_ = cell;
    filled_eighths_ = eighths;
  }

  /// The right part of a cell, which another bar may have the left part of: then the larger one is seen, and both where
  /// they have colours and meet.
  void put_right(std::size_t cell, std::int64_t eighths, int colour) {
    const std::int64_t left = filled_ == cell ? filled_eighths_ : 0;
    if (colour_ && left > 0 && left + eighths >= kEighths - 1 && cells_[cell].colour != colour) {
      cells_[cell].background = colour;
    } else if (left >= eighths) {
      return;
    } else if (colour_) {
      cells_[cell] = {.text = kFromLeft[static_cast<std::size_t>(kEighths - eighths)], .colour = colour};
      cells_[cell].reversed = true;
    } else {  // there are three of them only
      constexpr std::int64_t kTwo = 2;
      constexpr std::int64_t kSeven = 7;
      const bool whole = eighths >= kSeven && left == 0;
      cells_[cell] = {.text = whole ? "█" : eighths > kTwo ? "▐" : "▕", .colour = colour};
    }
  }

  void draw_ascii(const GanttBar& bar, std::size_t next) {
    const auto rounded = [&](double cell) {
      return std::min(static_cast<std::size_t>(std::llround(cell)), cells_.size());
    };
    const std::size_t start = std::min(rounded(bar.span.start), cells_.size() - 1);
    const std::size_t end = std::max(rounded(bar.span.end), start + 1);
    for (std::size_t cell = start; cell < end; ++cell) {
      cells_[cell] = {.text = "#", .colour = colour_of(bar.task)};
    }
    const bool meets = next < row_.bars.size() && alike(bar, next) && rounded(row_.bars[next].span.start) <= end;
    finish(bar, start, meets ? end - 1 : end);
    if (meets) {
      cells_[end - 1].text = "|";
    }
  }

  /// How much of each cell its bars take; the least sign where it is little.
  void draw_heights(std::size_t ends) {
    constexpr double kSeen = 1e-6;  // of a cell: what rounding makes is not
    std::vector<double> busy(cells_.size());
    for (const GanttBar& bar : row_.bars) {
      const auto first = static_cast<std::size_t>(bar.span.start);
      for (std::size_t cell = first; cell < busy.size() && static_cast<double>(cell) < bar.span.end; ++cell) {
        const auto left = static_cast<double>(cell);
        busy[cell] += std::min(bar.span.end, left + 1) - std::max(bar.span.start, left);
      }
    }
    for (std::size_t cell = 0; cell < ends; ++cell) {
      const double height = std::clamp(busy[cell], 0.0, 1.0);
      const std::size_t most = unicode_ ? kFromBottom.size() - 1 : kAsciiHeights.size() - 1;
      const auto rounded = static_cast<std::size_t>(std::ceil(height * static_cast<double>(most) - 0.5));
      const std::size_t step = std::clamp<std::size_t>(rounded, height > kSeen ? 1 : 0, most);  // idle is only what is
      cells_[cell].text = unicode_ ? kFromBottom[step] : kAsciiHeights[step];
      signs_.dense |= step > 0;
    }
  }

  std::string joined() {
    while (!cells_.empty() && cells_.back().text == " ") {
      cells_.pop_back();
    }
    std::string text;
    GanttCell look;
    for (const GanttCell& cell : cells_) {
      signs_.idle |= cell.text == "·" || (cell.text == "." && cell.colour == kNone);
      if (colour_ && !same_look(look, cell)) {
        text += "\x1b[0";
        text += cell.reversed ? ";7" : "";
        text += cell.colour != kNone ? fmt::format(";{}", 30 + cell.colour) : "";
        text += cell.background != kNone ? fmt::format(";{}", 40 + cell.background) : "";
        text += "m";
        look = cell;
      }
      text += cell.text;
    }
    return colour_ && !same_look(look, {}) ? text + "\x1b[0m" : text;
  }

  const GanttRow& row_;
  bool unicode_;
  bool colour_;
  GanttSigns& signs_;
  std::vector<GanttCell> cells_;
  std::size_t filled_ = static_cast<std::size_t>(-1);  ///< the last cell whose left part is a bar's
  std::int64_t filled_eighths_ = 0;
};

}  // namespace

bool are_too_short(const std::vector<GanttBar>& bars, std::size_t cells) {
  return 2 * bars.size() > cells;
}

std::string gantt_row(const GanttRow& row, std::size_t cells, bool unicode, bool colour, GanttSigns& signs) {
  return RowDrawing(row, cells, unicode, colour, signs).text();
}

}  // namespace warpshop::report
