#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/model/comparison.hpp"

namespace warpshop::report {

/// A figure of policies that tables for people have because it is described so (result::show).
struct ShownFigure {
  std::string title;
  int drop = 0;  ///< see Fit; below 0: in reports alone
  std::function<std::string(const PolicyResult&)> text;
};

/// Those that some policy has. comparison outlives them.
std::vector<ShownFigure> shown_figures(const Comparison& comparison);

}  // namespace warpshop::report
