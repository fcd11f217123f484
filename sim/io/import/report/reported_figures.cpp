#include "sim/io/import/report/reported_figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "sim/io/import/report/reported_profile.hpp"
#include "sim/io/import/report/supposed_transfers.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {

std::optional<double> figure_at(const Device& device, std::string_view path) {
  if (path == kEngines) {
    return device.dma_engines;
  }
  if (path == kMemorySize) {
    return device.memory_size ? std::optional(static_cast<double>(device.memory_size->count)) : std::nullopt;
  }
  std::optional<BytesPerSecond> found = path == kMemoryBandwidth ? device.memory_bandwidth : std::nullopt;
  each_bandwidth(device, [&](const std::string& one, const auto& value) { found = one == path ? value : found; });
  return found ? std::optional(found->value) : std::nullopt;
}

void put_figure(Device& device, std::string_view path, double value) {
  if (path == kEngines) {
    device.dma_engines = static_cast<int>(value);
  } else if (path == kMemorySize) {
    device.memory_size = Bytes{static_cast<std::int64_t>(value)};
  } else if (path == kMemoryBandwidth) {
    device.memory_bandwidth = BytesPerSecond{value};
  }
  each_bandwidth(device, [&](const std::string& one, auto& there) {
    if (one == path) {
      there = BytesPerSecond{value};
    }
  });
}

std::string figure_text(std::string_view path, double value) {
  if (path == kEngines || path.starts_with("sm.")) {
    return fmt::format("{}", value);
  }
  return path == kMemorySize ? quantity_text(Bytes{static_cast<std::int64_t>(value)})
                             : quantity_text(value, unit_of(BytesPerSecond{value}));
}

bool is_same_measurement(double one, double other) {
  return std::abs(one - other) <= kSameMeasurement * std::max(one, other);
}

}  // namespace warpshop::io
