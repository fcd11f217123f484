#pragma once

#include <string>
#include <vector>

namespace warpshop::report::html {

/// A point of a curve, and how sure it is: low ≤ y ≤ high, all three alike where nothing is said.
struct CurvePoint {
  double x = 0;
  double y = 0;
  double low = 0;
  double high = 0;
};

struct Curve {
  std::string name;                ///< text
  std::vector<CurvePoint> points;  ///< by x, finite
};

/// A place on the x axis that is worth a word.
struct CurveMark {
  double x = 0;
  std::string text;
};

/// A height that is worth a word: a line across.
struct CurveLevel {
  double y = 0;
  std::string text;
};

struct LineChart {
  std::string caption;
  std::string more = {};
  std::string x_name;
  std::string y_name;
  std::vector<Curve> curves;
  std::vector<CurveMark> marks = {};
  std::vector<std::string> x_texts = {};  ///< of the points of the first curve, where its x are not what is written
  std::vector<CurveMark> x_ticks = {};    ///< what the x axis says, where it is not its numbers
  std::vector<CurveLevel> levels = {};
  bool log_y = false;     ///< the y axis is logarithmic, if all that stands on it is above 0
  bool small = false;     ///< one of many, next to each other
  bool from_zero = true;  ///< the y axis starts at 0
};

/// Curves with points, each in a colour and a dash of its own; a logarithmic x axis where it spans a decade or more.
/// Curves without points are left out; nothing without curves.
std::string line_chart(const LineChart& chart);

}  // namespace warpshop::report::html
