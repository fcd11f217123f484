#include "calibrate/beyond_cache.hpp"

#include <algorithm>
#include <cmath>

namespace warpshop::calibrate {
namespace {

constexpr double kLargestFactor = 2;  // between neighbouring sizes

double least_data(Bytes cache) {
  return kBeyondCache * static_cast<double>(cache.count);
}

}  // namespace

bool beyond_cache(Bytes data, Bytes cache) {
  return static_cast<double>(data.count) >= least_data(cache);
}

std::int64_t elements_with(const kernels::Kernel& kernel, double bytes) {
  const auto data = [&](std::int64_t elements) { return static_cast<double>(kernel.layout(elements).data().count); };
  const std::int64_t usual = kernels::whole_units(kernel, static_cast<double>(kernel.usual_elements));
  std::int64_t elements = kernels::whole_units(kernel, static_cast<double>(usual) * bytes / data(usual));
  // Some data are the same at every size.
  while (data(elements) < bytes) {
    elements += kernel.unit;
  }
  while (elements > kernel.unit && data(elements - kernel.unit) >= bytes) {
    elements -= kernel.unit;
  }
  return elements;
}

std::vector<std::int64_t> falling_sizes(const kernels::Kernel& kernel, std::int64_t largest, int count, Bytes cache) {
  std::vector<std::int64_t> sizes{largest};
  const std::int64_t least = cache.count > 0 ? elements_with(kernel, least_data(cache)) : kernel.unit;
  const double range = static_cast<double>(largest) / static_cast<double>(least);
  const double even = std::pow(std::max(1.0, range), 1.0 / std::max(1, count - 1));
  const double factor = cache.count > 0 ? std::min(even, kLargestFactor) : kLargestFactor;
  while (static_cast<int>(sizes.size()) < count) {
    const double wanted = static_cast<double>(largest) / std::pow(factor, static_cast<double>(sizes.size()));
    const std::int64_t elements = std::max(least, kernels::whole_units(kernel, wanted));
    if (elements >= sizes.back()) {
      break;  // the least, again
    }
    sizes.push_back(elements);
  }
  return sizes;
}

stats::Line fit_beyond_cache(std::span<const SizeTime> sizes, Bytes cache) {
  std::vector<stats::Point> all;
  std::vector<stats::Point> beyond;
  for (const SizeTime& size : sizes) {
    all.push_back({static_cast<double>(size.elements), size.time.count()});
    if (beyond_cache(size.data, cache)) {
      beyond.push_back(all.back());
    }
  }
  const std::vector<stats::Point>& points = beyond.size() < 2 ? all : beyond;
  if (points.size() < 2) {
    return {.slope = points.front().y / points.front().x};
  }
  return stats::fit_line(points);
}

std::uint32_t subtasks_beyond_cache(std::uint32_t subtasks, double share, Bytes data, Bytes cache) {
  const double alike = share * subtasks;
  const double data_alike = share * static_cast<double>(data.count);
  const double times = std::max(1.0, std::ceil(least_data(cache) / data_alike));
  return static_cast<std::uint32_t>(std::clamp(times * alike, 1.0, static_cast<double>(subtasks)));
}

}  // namespace warpshop::calibrate
