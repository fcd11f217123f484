#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpshop::report::html {

/// A drawing in the making. Coordinates are its units, about a pixel each; texts are escaped here, classes are those of
/// page.cpp.
class Svg {
 public:
  /// shape: `wide`, `half` or `small`. The drawing scales with the page. title: what screen readers say it is.
  Svg(std::string_view shape, double width, double height, std::string_view title, std::string_view description = "");

  /// Can be zoomed into from x0 on: what is in group("z") moves, group("names") stays.
  void zoomable(double x0);
  void open_group(std::string_view classes);
  void close_group();
  /// A rectangle with what a pointer on it, or a screen reader, is told; empty: nothing.
  void rect(std::string_view classes, double x, double y, double width, double height, std::string_view hover = "",
            double round = 0);
  void line(std::string_view classes, double x1, double y1, double x2, double y2, std::string_view hover = "");
  void text(std::string_view classes, double x, double y, std::string_view content);
  void circle(std::string_view classes, double x, double y, double radius, std::string_view hover = "");
  /// points: `x,y x,y …`, by coordinate(). x: where zooming moves it with.
  void polygon(std::string_view classes, std::string_view points, double x, std::string_view hover = "");
  void polyline(std::string_view classes, std::string_view points);
  void path(std::string_view classes, std::string_view commands, std::string_view hover = "");
  std::string markup() const;

 private:
  void end(std::string_view hover);
  std::string head_;
  std::string attributes_;
  std::string title_;
  std::string body_;
};

/// A chart under its caption, in a box that scrolls where the page is narrower; behind it, folded away, its figures.
/// caption: text; more: text beside it; below: markup, such as a legend; data: markup of a table, or empty.
std::string figure(std::string_view caption, std::string_view more, const std::string& svg, const std::string& below,
                   const std::string& data);

/// A list of what fills mean: each a class of page.cpp and a text.
class Legend {
 public:
  /// under: what a pattern is drawn upon.
  void add(std::string_view classes, std::string_view text, std::string_view under = "swatch");
  void add_line(std::string_view classes, std::string_view text);
  std::string markup() const;

 private:
  std::string items_;
};

/// Text as it may stand between tags and in a quoted attribute: printable() (no control characters, nothing that turns
/// the direction of what follows), with & < > " ' as references.
std::string escaped(std::string_view text);

/// A number of a drawing, in its units: two decimals at most, none that are 0; 0 for what is not finite.
std::string coordinate(double value);

/// Values along a side of a chart, and where they stand there. Whatever it is given, positions are finite.
struct Axis {
  double low = 0;
  double high = 1;
  double from = 0;   ///< where `low` stands
  double to = 1;     ///< where `high` stands
  bool log = false;  ///< low > 0

  double at(double value) const;
};

/// A number on an axis, and how it is written.
struct Tick {
  double value = 0;
  std::string text;
};

/// Round numbers from low to high: 1, 2 or 5 times a power of ten apart, about `count` of them; of a logarithmic axis
/// powers of ten, with 2 and 5 between few of them.
std::vector<Tick> ticks_of(const Axis& axis, int count);

/// Vertical lines over the height, and numbers below them.
void draw_bottom_axis(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, double top, double bottom,
                      std::string_view name);
/// Horizontal lines over the width, and numbers left of them; the name above.
void draw_left_axis(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, double left, double right,
                    std::string_view name);

/// low … high, made a little wider where both are the same, and with round ends.
Axis axis_over(double low, double high, double from, double to);

}  // namespace warpshop::report::html
