#include "sim/model/device.hpp"

#include <algorithm>
#include <cmath>

namespace warpshop {

namespace {

/// alone_at() and alone_for() without TransferModel::most.
BytesPerSecond unlimited_at(const TransferModel& transfer, Bytes size) {
  const auto& points = transfer.points;
  if (points.empty()) {
    return *transfer.alone;
  }
  const auto above =
      std::find_if(points.begin(), points.end(), [&](const BandwidthPoint& point) { return point.size >= size; });
  if (above == points.begin()) {
    return points.front().bandwidth;
  }
  if (above == points.end()) {
    return points.back().bandwidth;
  }
  const BandwidthPoint& low = *(above - 1);
  const BandwidthPoint& high = *above;
  const auto log_size = [](Bytes bytes) { return std::log(static_cast<double>(bytes.count)); };
  const double fraction = (log_size(size) - log_size(low.size)) / (log_size(high.size) - log_size(low.size));
  return {std::lerp(low.bandwidth.value, high.bandwidth.value, fraction)};
}

BytesPerSecond unlimited_for(const TransferModel& transfer, Millis payload) {
  const auto& points = transfer.points;
  if (points.empty()) {
    return *transfer.alone;
  }
  const auto takes_as_long = [&](const BandwidthPoint& point) { return point.size / point.bandwidth >= payload; };
  const auto above = std::find_if(points.begin(), points.end(), takes_as_long);
  if (above == points.begin()) {
    return points.front().bandwidth;
  }
  if (above == points.end()) {
    return points.back().bandwidth;
  }
  // the part of the way from one point to the next, in log size as in alone_at(), by bisection
  const BandwidthPoint& low = *(above - 1);
  const double ratio = static_cast<double>(above->size.count) / static_cast<double>(low.size.count);
  const auto bandwidth = [&](double part) { return std::lerp(low.bandwidth.value, above->bandwidth.value, part); };
  double shorter = 0;
  double longer = 1;
  for (int step = 0; step < 60; ++step) {
    const double part = (shorter + longer) / 2;
    const double size = static_cast<double>(low.size.count) * std::pow(ratio, part);
    (size / bandwidth(part) * 1e3 >= payload.count() ? longer : shorter) = part;
  }
  return {bandwidth(longer)};
}

}  // namespace

BytesPerSecond TransferModel::alone_at(Bytes size) const {
  return std::min(most, unlimited_at(*this, size));
}

BytesPerSecond TransferModel::alone_for(Millis payload) const {
  return std::min(most, unlimited_for(*this, payload));
}

BytesPerSecond TransferModel::peak() const {
  BytesPerSecond highest = alone.value_or(BytesPerSecond{0});
  for (const BandwidthPoint& point : points) {
    highest = std::max(highest, point.bandwidth);
  }
  return std::min(most, highest);
}

BytesPerSecond TransferModel::sustained() const {
  constexpr double kLong = 100;
  BytesPerSecond highest = alone.value_or(points.empty() ? BytesPerSecond{0} : points.back().bandwidth);
  for (const BandwidthPoint& point : points) {
    if (point.size / point.bandwidth >= kLong * latency.value_or(Millis{0})) {
      highest = std::max(highest, point.bandwidth);
    }
  }
  return std::min(most, highest);
}

void assume_no_longer(Device& device, const std::function<bool(const std::string&)>& is_known) {
  std::set<std::string> broken;
  for (const std::string& path : device.assumed) {
    if (const auto group = device.assumed_as.find(path); group != device.assumed_as.end() && is_known(path)) {
      broken.insert(group->second);
    }
  }
  std::erase_if(device.assumed, is_known);
  std::erase_if(device.assumed_as, [&](const auto& entry) { return broken.contains(entry.second); });
}

bool is_device_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           each == '.' || each == '_' || each == '-';
  });
}

Device behind_bus(Device device) {
  if (!device.bus) {
    return device;
  }
  const auto limit = [](std::optional<BytesPerSecond>& bandwidth, BytesPerSecond most) {
    if (bandwidth) {
      *bandwidth = std::min(*bandwidth, most);
    }
  };
  for (auto& memory : device.transfers) {
    for (const std::size_t side : {0U, 1U}) {
      TransferModel& transfer = memory[side];
      transfer.most = device.bus->bandwidth[side];
      const BytesPerSecond both_ways = device.bus->duplex ? device.bus->duplex->bandwidth[side] : transfer.most;
      limit(transfer.alone, transfer.most);
      limit(transfer.duplex, both_ways);
      limit(transfer.mixed, both_ways);
    }
  }
  return device;
}

std::string transfer_path(Memory memory, Direction direction, std::string_view figure) {
  return "transfer." + std::string(name(memory)) + '.' + std::string(name(direction)) + '.' + std::string(figure);
}

}  // namespace warpshop
