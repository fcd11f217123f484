#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpshop::report::html {

/// A predicted figure and a measured one, and how sure that is: low ≤ measured ≤ high.
struct ScatterPoint {
  double predicted = 0;
  double measured = 0;
  double low = 0;
  double high = 0;
  std::string name;  ///< text
  std::size_t series = 0;
};

struct Scatter {
  std::string caption;
  std::string more = {};
  std::string unit;                 ///< of both
  std::vector<std::string> series;  ///< what points are told apart by
  std::vector<ScatterPoint> points;
};

/// Measured over predicted, with the diagonal on which both are equal, and intervals. Of many points that fall on one
/// spot of the drawing one is drawn, which a line below tells. Nothing without points.
std::string scatter(const Scatter& chart);

}  // namespace warpshop::report::html
