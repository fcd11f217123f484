#include "sim/report/html/box_plot.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/html/task_kinds.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report::html {
namespace {

constexpr double kBoxWidth = 860;
constexpr double kBoxLeft = 150;
constexpr double kBoxRight = kBoxWidth - 70;
constexpr double kBoxRow = 22;

std::string box_text(const stats::BoxStatistics& box) {
  return fmt::format(
      "median {:.4f}, quartiles {:.4f} … {:.4f}, whiskers {:.4f} … {:.4f}, all {:.4f} … {:.4f}, {} of {} "
      "beyond the whiskers",
      box.median, box.low_quartile, box.high_quartile, box.low_whisker, box.high_whisker, box.min, box.max,
      box.outliers, box.count);
}

void draw_box(Svg& svg, const BoxRow& row, const Axis& axis, double top) {
  const stats::BoxStatistics& box = row.box;
  const double middle = top + kBoxRow / 2;
  const double left = axis.at(box.low_quartile);
  svg.line("whisker", axis.at(box.low_whisker), middle, axis.at(box.high_whisker), middle);
  for (const double end : {box.low_whisker, box.high_whisker}) {
    svg.line("whisker", axis.at(end), middle - 4, axis.at(end), middle + 4);
  }
  svg.rect(kind_colour(row.colour), left, top + 4, std::max(1.0, axis.at(box.high_quartile) - left), kBoxRow - 8,
           fmt::format("{}: {}", row.name, box_text(box)), 2);
  svg.line("ends", axis.at(box.median), top + 3, axis.at(box.median), top + kBoxRow - 3);
  for (const double value : {box.min, box.max}) {
    if (value < box.low_whisker || value > box.high_whisker) {
      svg.circle("whisker", axis.at(value), middle, 2.5);
    }
  }
  svg.text(row.marked ? "t strong" : "t", kBoxRight + 10, middle + 4, fmt::format("{:.4f}", box.median));
}

std::string boxes_table(const BoxPlot& plot) {
  TextTable table{
      .columns = {
          {"", Align::left}, {"median"}, {"quartiles"}, {"whiskers"}, {"least"}, {"most"}, {"beyond whiskers"}}};
  for (const BoxGroup& group : plot.groups) {
    for (const BoxRow& row : group.rows) {
      const stats::BoxStatistics& box = row.box;
      table.row({group.name.empty() ? row.name : group.name + ", " + row.name, fmt::format("{:.4f}", box.median),
                 fmt::format("{:.4f} … {:.4f}", box.low_quartile, box.high_quartile),
                 fmt::format("{:.4f} … {:.4f}", box.low_whisker, box.high_whisker), fmt::format("{:.4f}", box.min),
                 fmt::format("{:.4f}", box.max), fmt::format("{} of {}", box.outliers, box.count)},
                row.marked);
    }
  }
  return data_table(plot.caption, table);
}

}  // namespace

std::string box_plot(const BoxPlot& plot) {
  double low = plot.reference;
  double high = plot.reference;
  double height = 34;
  std::size_t rows = 0;
  for (const BoxGroup& group : plot.groups) {
    height += group.name.empty() ? 0 : kBoxRow;
    for (const BoxRow& row : group.rows) {
      low = std::min(low, row.box.min);
      high = std::max(high, row.box.max);
      height += kBoxRow;
      ++rows;
    }
  }
  if (rows == 0) {
    return "";
  }
  const Axis axis = axis_over(low, high, kBoxLeft, kBoxRight);
  Svg svg("boxes", kBoxWidth, height + 38, plot.caption, "A row a box; the figures follow as a table.");
  draw_bottom_axis(svg, axis, ticks_of(axis, 8), 22, height, plot.unit);
  svg.text("t", kBoxRight + 10, 18, "median");
  svg.line("bound", axis.at(plot.reference), 22, axis.at(plot.reference), height,
           fmt::format("{:.4g}: no difference", plot.reference));
  double y = 26;
  for (const BoxGroup& group : plot.groups) {
    if (!group.name.empty()) {
      svg.text("strong", 2, y + 15, shortened(group.name, 70));
      y += kBoxRow;
    }
    for (const BoxRow& row : group.rows) {
      svg.text(row.marked ? "end strong" : "end", kBoxLeft - 10, y + kBoxRow / 2 + 4, shortened(row.name, 20));
      draw_box(svg, row, axis, y);
      y += kBoxRow;
    }
  }
  return figure(plot.caption, plot.more, svg.markup(), "", boxes_table(plot));
}

}  // namespace warpshop::report::html
