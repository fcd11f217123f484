#include "sim/study/assumed_of_sharing.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace warpshop::study {

std::vector<std::string> assumed_of_sharing(const Device& device, const std::set<std::string, std::less<>>& kernels) {
  constexpr std::array<std::string_view, 6> kFigures{"category", "cta",      "by_ctas",
                                                     "by_sms",   "eviction", "transformation"};
  std::set<std::string> paths;
  for (const std::string& path : device.assumed) {
    if (path.starts_with("sm.") || path.starts_with("co_run")) {
      paths.insert(path);
    }
    for (const std::string& kernel : kernels) {
      for (const std::string_view figure : kFigures) {
        if (const std::string group = fmt::format("kernels.{}.{}", kernel, figure);
            path == group || path.starts_with(group + '.')) {
          paths.insert(group);
        }
      }
    }
  }
  return {paths.begin(), paths.end()};
}

std::vector<std::string> assumed_of_power(const Device& device, const std::set<std::string, std::less<>>& kernels) {
  std::vector<std::string> paths;
  for (const std::string& path : device.power ? device.assumed : decltype(device.assumed){}) {
    if (path == "power" || path.starts_with("power.") ||
        std::any_of(kernels.begin(), kernels.end(),
                    [&](const std::string& kernel) { return path == "kernels." + kernel + ".power"; })) {
      paths.push_back(path);
    }
  }
  return paths;
}

}  // namespace warpshop::study
