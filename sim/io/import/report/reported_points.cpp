#include "sim/io/import/report/reported_points.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "sim/io/import/report/report_lines.hpp"

namespace warpshop::io {
namespace {

constexpr Bytes kSmallCopy{1 << 16};

Millis time_of(const ReportedSize& size) {
  return size.size / size.bandwidth;
}

/// In whole nanoseconds, and no more than that.
Millis whole_nanoseconds(Millis time) {
  constexpr double kPerMilli = 1e6;
  return Millis{std::floor(time.count() * kPerMilli) / kPerMilli};
}

/// The most that a latency may be which nobody measured, so that every size takes what was measured.
Millis half_of_least(const std::vector<ReportedSize>& sizes) {
  Millis least = Millis::max();
  for (const ReportedSize& size : sizes) {
    least = std::min(least, time_of(size));
  }
  return whole_nanoseconds(least / 2);
}

/// The least time that nothing but latency explains; see set_latencies().
Millis latency_in(const std::vector<ReportedSize>& sizes) {
  BytesPerSecond fastest{0};
  for (const ReportedSize& size : sizes) {
    fastest = std::max(fastest, size.bandwidth);
  }
  Millis latency = time_of(sizes.front());
  for (const ReportedSize& size : sizes) {
    const Millis time = time_of(size);
    latency = std::min(latency, size.size <= kSmallCopy ? time - size.size / fastest : time / 2);
  }
  return whole_nanoseconds(std::max(latency, Millis{0}));
}

/// In six digits.
double in_six_digits(double value) {
  const double step = std::pow(10, std::floor(std::log10(value)) - 5);
  return step >= 1 ? std::round(value / step) * step : value;
}

BytesPerSecond payload_bandwidth(const ReportedSize& size, Millis latency) {
  constexpr double kMost = 1e18;  // B/s, as in profiles
  const Millis time = time_of(size);
  const Millis payload =
      size.size <= kSmallCopy && latency < time ? time - latency : time - std::min(latency, time / 2);
  const double seconds = std::chrono::duration<double>(payload).count();
  return {std::clamp(in_six_digits(static_cast<double>(size.size.count) / seconds), 1.0, kMost)};
}

/// What said the sizes of a kind of copies.
std::string said_of_sizes(const ReportedGpus& text, const ReportedGpu& gpu, Memory memory, Direction direction,
                          std::string_view what) {
  const auto figure = gpu.figures.find(transfer_path(memory, direction, "alone"));
  return said_at(text, fmt::format("{}, {}", tool_name(text.tool), what),
                 figure == gpu.figures.end() ? gpu.mark : figure->second.mark);
}

}  // namespace

KindsOfCopies set_latencies(Device& device, const ReportedGpus& text, const ReportedGpu& gpu, bool replace,
                            std::vector<std::string>& notes) {
  KindsOfCopies taken;
  for (const auto& [copies, sizes] : gpu.sizes) {
    const auto& [memory, direction] = copies;
    TransferModel& transfer = device.transfers[index(memory)][index(direction)];
    const std::string path = transfer_path(memory, direction, "latency");
    const bool measured = transfer.latency && !device.assumed.contains(path);
    if (!replace && (measured || !transfer.points.empty())) {
      notes.push_back(fmt::format(
          "the {} sizes of {} are left out, as the profile has {} of its own; --replace takes "
          "them",
          sizes.size(), transfer_path(memory, direction, "points"), transfer.points.empty() ? "a latency" : "points"));
      continue;
    }
    taken.insert(copies);
    if (sizes.front().size <= kSmallCopy) {
      transfer.latency = latency_in(sizes);
      assume_no_longer(device, [&](const std::string& one) { return one == path; });
      device.confidence.erase(path);
      device.provenance[path] =
          said_of_sizes(text, gpu, memory, direction, "what small copies take beyond their bandwidth");
    }
  }
  return taken;
}

void set_points(Device& device, const ReportedGpus& text, const ReportedGpu& gpu, const KindsOfCopies& taken) {
  for (const auto& copies : taken) {
    const auto& [memory, direction] = copies;
    TransferModel& transfer = device.transfers[index(memory)][index(direction)];
    const std::string path = transfer_path(memory, direction, "points");
    assume_no_longer(device, [prefix = path + '.'](const std::string& one) { return one.starts_with(prefix); });
    std::erase_if(device.confidence,
                  [prefix = path + '.'](const auto& entry) { return entry.first.starts_with(prefix); });
    transfer.points.clear();
    if (transfer.latency && device.assumed.contains(transfer_path(memory, direction, "latency"))) {
      transfer.latency = std::min(*transfer.latency, half_of_least(gpu.sizes.at(copies)));
    }
    for (const ReportedSize& size : gpu.sizes.at(copies)) {
      transfer.points.push_back(
          {.size = size.size, .bandwidth = payload_bandwidth(size, transfer.latency.value_or(Millis{0}))});
    }
    device.provenance[path] = said_of_sizes(text, gpu, memory, direction, "several sizes");
  }
}

}  // namespace warpshop::io
