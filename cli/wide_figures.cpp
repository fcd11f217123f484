#include "cli/wide_figures.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace warpshop::cli {
namespace {

constexpr std::size_t kNamed = 8;

using Figure = std::pair<std::string, Confidence>;

/// Relative to the figure.
double interval_width(const Figure& figure) {
  return figure.second.high - figure.second.low;
}

}  // namespace

std::string wide_figures(const Device& profile) {
  std::vector<Figure> wide;
  for (const auto& [path, confidence] : profile.confidence) {
    if (confidence.high - confidence.low > 1) {
      wide.emplace_back(path, confidence);
    }
  }
  if (wide.empty()) {
    return "";
  }
  std::stable_sort(wide.begin(), wide.end(),
                   [](const Figure& a, const Figure& b) { return interval_width(a) > interval_width(b); });
  std::string text =
      fmt::format("the interval of {} of {} figures is wider than the figure: {} ({:.2f} … {:.2f} of it)", wide.size(),
                  profile.confidence.size(), wide.front().first, wide.front().second.low, wide.front().second.high);
  for (std::size_t i = 1; i < std::min(wide.size(), kNamed); ++i) {
    text += ", " + wide[i].first;
  }
  return text + (wide.size() > kNamed
                     ? fmt::format(" and {} more, by `low` and `high` in the profile", wide.size() - kNamed)
                     : "");
}

}  // namespace warpshop::cli
