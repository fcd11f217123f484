#include "sim/report/html/device_sections.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sim/report/decimals.hpp"
#include "sim/report/html/bar_chart.hpp"
#include "sim/report/html/line_chart.hpp"

namespace warpshop::report::html {
namespace {

std::optional<double> gigabytes_per_second(const std::optional<BytesPerSecond>& bandwidth) {
  return bandwidth ? std::optional(bandwidth->value / 1e9) : std::nullopt;
}

/// Whether the profile only assumes anything below a path.
bool is_assumed(const Device& device, const std::string& path) {
  const auto found = device.assumed.lower_bound(path);
  return found != device.assumed.end() && found->starts_with(path);
}

std::string copies_chart(const Device& device) {
  bool some_assumed = false;
  BarChart chart{.caption = fmt::format("Copies on {}", device.name),
                 .more =
                     "alone; beside one in the opposite direction, both pinned (duplex); one of the two pageable "
                     "(mixed)",
                 .unit = "GB/s",
                 .series = {"alone", "duplex", "mixed"},
                 .groups = {}};
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& transfer = device.transfer(memory, direction);
      const bool assumed = is_assumed(device, transfer_path(memory, direction, ""));
      some_assumed = some_assumed || assumed;
      const BarGroup group{fmt::format("{} {}{}", name(memory), name(direction), assumed ? " *" : ""),
                           {gigabytes_per_second(transfer.alone), gigabytes_per_second(transfer.duplex),
                            gigabytes_per_second(transfer.mixed)}};
      if (group.values[0] || group.values[1] || group.values[2]) {
        chart.groups.push_back(group);
      }
    }
  }
  chart.more += some_assumed ? "; * assumed, in part at least" : "";
  return chart.groups.empty() ? "" : bar_chart(chart);
}

std::string sizes_chart(const Device& device) {
  LineChart chart{.caption = fmt::format("Bandwidth over size on {}", device.name),
                  .more = "of one copy, latency not counted",
                  .x_name = "MB",
                  .y_name = "GB/s",
                  .curves = {}};
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      Curve curve{.name = fmt::format("{} {}", name(memory), name(direction)), .points = {}};
      for (const BandwidthPoint& point : device.transfer(memory, direction).points) {
        const double bandwidth = point.bandwidth.value / 1e9;
        curve.points.push_back({static_cast<double>(point.size.count) / 1e6, bandwidth, bandwidth, bandwidth});
      }
      if (!curve.points.empty()) {
        chart.curves.push_back(std::move(curve));
      }
    }
  }
  return line_chart(chart);
}

/// Relative to the last point, which is the whole GPU.
Curve scaling(std::string title, const std::vector<ScalingPoint>& points) {
  Curve curve{.name = std::move(title), .points = {}};
  for (const ScalingPoint& point : points) {
    const double part = 100 * point.rate.value / points.back().rate.value;
    curve.points.push_back({static_cast<double>(point.count), part, part, part});
  }
  return curve;
}

/// Charts of all kernels that have the curve, folded away: there may be many.
std::string scaling_charts(const Device& device, bool by_ctas) {
  constexpr std::size_t kMostKernels = 24;
  std::string tiles;
  std::size_t drawn = 0;
  for (const auto& [kernel, model] : device.kernels) {
    const std::vector<ScalingPoint>& points = by_ctas ? model.by_ctas : model.by_sms;
    if (points.size() > 1 && drawn < kMostKernels) {
      ++drawn;
      const std::string path = fmt::format("kernels.{}.by_{}", kernel, by_ctas ? "ctas" : "sms");
      tiles += line_chart({.caption = kernel,
                           .more = is_assumed(device, path) ? "assumed" : "",
                           .x_name = by_ctas ? "CTAs an SM" : "SMs",
                           .y_name = "% of its rate on all",
                           .curves = {scaling(kernel, points)},
                           .small = true});
    }
  }
  return tiles.empty()
             ? ""
             : fmt::format("<details><summary>rate of {} over {}</summary><div class=\"tiles\">{}</div></details>\n",
                           number_of(drawn, "kernel"),
                           by_ctas ? "CTAs on each SM, on all SMs" : "the SMs each is on, full of its CTAs", tiles);
}

}  // namespace

std::vector<Section> device_sections(const Device& device) {
  std::vector<Section> sections;
  if (std::string copies = copies_chart(device) + sizes_chart(device); !copies.empty()) {
    sections.push_back({fmt::format("What {} does with copies", device.name), std::move(copies)});
  }
  if (std::string kernels = scaling_charts(device, true) + scaling_charts(device, false); !kernels.empty()) {
    sections.push_back({fmt::format("How kernels scale on {}", device.name), std::move(kernels)});
  }
  return sections;
}

}  // namespace warpshop::report::html
