#include "sim/model/device_rules.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "sim/model/occupancy.hpp"

namespace warpshop {
namespace {

/// `3.26 GB/s`, in the fewest digits.
std::string in_gigabytes(BytesPerSecond bandwidth) {
  constexpr double kLeastFixed = 1e-4;
  std::array<char, 32> digits{};
  const double value = bandwidth.value / 1e9;
  const auto format = value < kLeastFixed ? std::chars_format::scientific : std::chars_format::fixed;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, format).ptr;
  return std::string(digits.data(), end) + " GB/s";
}

std::optional<DeviceMistake> mistake_of_transfers(const Device& device) {
  DeviceMistake of_one_engine{.paths = {},
                              .what = "a device with one DMA engine has",
                              .expected = "none of it, as its transfers never overlap; to do without for once:",
                              .shows = DeviceMistake::Shows::paths};
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& transfer = device.transfer(memory, direction);
      for (const std::string_view figure : {"duplex", "mixed"}) {
        const auto& beside = figure == "duplex" ? transfer.duplex : transfer.mixed;
        const std::string path = transfer_path(memory, direction, figure);
        if (!beside) {
          continue;
        }
        if (figure == "duplex" && memory == Memory::pageable) {
          return DeviceMistake{{path},
                               "a duplex bandwidth of pageable memory",
                               "none: two pageable transfers never overlap",
                               DeviceMistake::Shows::nothing};
        }
        if (device.dma_engines == 1) {
          of_one_engine.paths.push_back(path);
          of_one_engine.expected += " --set " + path + '=';
        } else if (transfer.alone && beside->value > kMostBesideOverAlone * transfer.alone->value) {
          return DeviceMistake{{path},
                               "is a " + std::string(figure) + " bandwidth more than 10 % above the " +
                                   in_gigabytes(*transfer.alone) + " alone",
                               "no more than alone: an opposing copy makes none faster",
                               DeviceMistake::Shows::figure};
        }
      }
    }
  }
  return of_one_engine.paths.empty() ? std::nullopt : std::optional(of_one_engine);
}

std::optional<DeviceMistake> mistake_of_bus(const BusModel& bus) {
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const std::size_t side = index(direction);
    if (bus.duplex && bus.duplex->bandwidth[side].value > bus.bandwidth[side].value) {
      const std::string way(name(direction));
      return DeviceMistake{{"bus.duplex." + way},
                           "is more than the bus moves while nothing moves the other way",
                           "bus." + way + ", or less",
                           DeviceMistake::Shows::figure};
    }
  }
  return std::nullopt;
}

std::optional<DeviceMistake> mistake_of_ctas(const Device& device) {
  for (const auto& [name, kernel] : device.kernels) {
    if (const std::string misfit = kernel.cta ? cta_misfit(*device.sm, *kernel.cta) : ""; !misfit.empty()) {
      return DeviceMistake{{"kernels." + name + ".cta"},
                           "a CTA of kernel " + name + " " + misfit.substr(0, misfit.find(", expected")),
                           misfit.substr(misfit.find("at most")),
                           DeviceMistake::Shows::nothing};
    }
  }
  return std::nullopt;
}

std::optional<DeviceMistake> mistake_of_power(const Device& device) {
  const auto mistake = [&](const std::string& path, Watts power) {
    return power < device.power->idle
               ? std::optional(DeviceMistake{
                     {path}, "is less than the board draws idle", "power.idle, or more", DeviceMistake::Shows::figure})
               : std::nullopt;
  };
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    if (auto found = mistake("power." + std::string(name(direction)), device.power->copies[index(direction)])) {
      return found;
    }
  }
  for (const auto& [name, kernel] : device.kernels) {
    if (auto found = mistake("kernels." + name + ".power", kernel.power.value_or(device.power->idle))) {
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<DeviceMistake> first_mistake(const Device& device) {
  if (auto mistake = mistake_of_transfers(device)) {
    return mistake;
  }
  if (device.bus) {
    if (auto mistake = mistake_of_bus(*device.bus)) {
      return mistake;
    }
  }
  if (device.sm) {
    if (auto mistake = mistake_of_ctas(device)) {
      return mistake;
    }
  }
  if (device.power) {
    if (auto mistake = mistake_of_power(device)) {
      return mistake;
    }
  }
  if (device.observed && device.observed->partial_overlap) {
    const ModelCheck& check = *device.observed->partial_overlap;
    if (check.worst_error < check.mean_error) {
      return DeviceMistake{
          {"observed.partial_overlap.worst_error"}, "is below the mean error", "mean_error <= worst_error"};
    }
  }
  return std::nullopt;
}

namespace {

constexpr std::int64_t kCurvePoints = 8;

/// With how many of its CTAs a kernel is as fast as with all.
double part_of_ctas_that_is_enough(const KernelShape& shape) {
  constexpr double kHalf = 0.5;
  if (shape.category != Category::memory_bound || !shape.use.memory) {
    return shape.category == Category::memory_bound ? kHalf : 1;
  }
  constexpr double kWaitsForLatency = 0.6;  // of DRAM, and below
  constexpr double kSaturates = 0.9;        // and above
  const double part = std::clamp(shape.use.memory->part, kWaitsForLatency, kSaturates);
  return 1 - kHalf * (part - kWaitsForLatency) / (kSaturates - kWaitsForLatency);
}

}  // namespace

std::string cta_misfit(const SmModel& sm, const CtaResources& cta) {
  const SmResources there = resources_of(sm);
  const SmResources needed = resources_of_cta(sm, cta);
  const auto too_much = [](std::string_view field, std::int64_t takes, std::int64_t has, const std::string& unit) {
    return "takes " + std::to_string(takes) + unit + " of an SM's '" + std::string(field) + "', expected at most " +
           std::to_string(has) + unit;
  };
  if (needed.threads > there.threads) {
    return too_much("threads", needed.threads, there.threads, "");
  }
  if (needed.registers > there.registers) {
    return too_much("registers", needed.registers, there.registers, "");
  }
  if (needed.shared_memory > there.shared_memory) {
    return too_much("shared_memory", needed.shared_memory.count, there.shared_memory.count, " B");
  }
  return "";
}

KernelModel described_kernel(const SmModel& sm, const KernelShape& shape) {
  KernelModel model{.category = shape.category, .cta = shape.cta, .power = shape.power, .use = shape.use};
  const std::int64_t most = std::max<std::int64_t>(most_ctas_per_sm(sm, shape.cta), 1);
  model.cta->per_sm = most;
  const double full = static_cast<double>(shape.ctas) / shape.time.count();
  const double enough = static_cast<double>(most) * part_of_ctas_that_is_enough(shape);
  for (std::int64_t point = 1; point <= kCurvePoints; ++point) {
    const std::int64_t count = (most * point + kCurvePoints - 1) / kCurvePoints;
    if (model.by_ctas.empty() || model.by_ctas.back().count < count) {
      model.by_ctas.push_back({count, {full * std::min(static_cast<double>(count) / enough, 1.0)}});
    }
  }
  return model;
}

}  // namespace warpshop
