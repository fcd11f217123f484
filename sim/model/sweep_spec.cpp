#include "sim/model/sweep_spec.hpp"

#include <algorithm>
#include <cmath>

#include "sim/stats/draws.hpp"

namespace warpshop {
namespace {

/// Without the last bits, in which libraries of mathematics differ: what is drawn is the same on every machine, and so
/// are the random orders of it, which follow from all bits.
double in_32_bits(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(std::round(std::ldexp(mantissa, 32)), exponent - 32);
}

Millis drawn(const DrawnRange& range, stats::Draws& draws) {
  const double part = draws.unit();
  if (!range.log) {
    return range.from + part * (range.to - range.from);
  }
  const double from = std::log(range.from.count());  // to / from may be more than any number
  const Millis length{in_32_bits(std::exp(from + part * (std::log(range.to.count()) - from)))};
  return std::clamp(length, range.from, range.to);
}

}  // namespace

Workload generated(const TaskGenerator& generator) {
  stats::Draws draws(generator.seed);
  Workload workload;
  workload.name = "drawn tasks";
  for (std::uint32_t i = 1; i <= generator.count; ++i) {
    Task& task = workload.tasks.emplace_back();
    task.name = "t" + std::to_string(i);
    if (generator.h2d) {
      task.h2d = CopySpec{.amount = drawn(*generator.h2d, draws), .mark = {}};
    }
    if (generator.kernel) {
      task.kernel = KernelSpec{.work = drawn(*generator.kernel, draws), .mark = {}};
    }
    if (generator.d2h) {
      task.d2h = CopySpec{.amount = drawn(*generator.d2h, draws), .mark = {}};
    }
  }
  return workload;
}

Device with_link(Device device, double factor) {
  const auto speed_up = [&](std::optional<BytesPerSecond>& bandwidth) {
    if (bandwidth) {
      bandwidth->value *= factor;
    }
  };
  for (auto& memory : device.transfers) {
    for (TransferModel& transfer : memory) {
      speed_up(transfer.alone);
      speed_up(transfer.duplex);
      speed_up(transfer.mixed);
      for (BandwidthPoint& point : transfer.points) {
        point.bandwidth.value *= factor;
      }
    }
  }
  if (device.bus) {
    for (const std::size_t side : {0U, 1U}) {
      device.bus->bandwidth[side].value *= factor;
      if (device.bus->duplex) {
        device.bus->duplex->bandwidth[side].value *= factor;
      }
    }
  }
  return device;
}

bool is_kept(const SweepSpec& spec, const std::vector<std::size_t>& values) {
  return spec.only.empty() || std::any_of(spec.only.begin(), spec.only.end(), [&](const GridPart& part) {
           return std::all_of(part.begin(), part.end(),
                              [&](const auto& of_axis) { return of_axis.second.contains(values[of_axis.first]); });
         });
}

}  // namespace warpshop
