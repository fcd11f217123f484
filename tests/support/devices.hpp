#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <rapidcheck.h>

#include "sim/io/device/chips.hpp"
#include "sim/model/device.hpp"
#include "sim/model/device_rules.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::test {

/// Log-uniform in low … high, every other one with few digits.
inline double magnitude(double low, double high) {
  const double fraction = *rc::gen::inRange(0, 1'000'001) * 1e-6;
  const double value = low * std::exp(fraction * std::log(high / low));
  if (*rc::gen::arbitrary<bool>()) {
    return value;
  }
  const double place = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::fmin(std::fmax(std::round(value / place) * place, low), high);
}

inline std::int64_t whole(std::int64_t low, std::int64_t high) {
  return *rc::gen::inRange<std::int64_t>(low, high + 1);
}

/// A piece of text with what YAML cares for in it.
inline std::string text(bool with_controls) {
  static const std::vector<std::string> pieces{"a",      "Z",      "0",      "true",
                                               "null",   "no",     "y",      "~",
                                               " ",      "  ",     ":",      ": ",
                                               "#",      " #",     "-",      "- ",
                                               "---",    "...",    "?",      "? ",
                                               "!",      "&",      "*",      "@",
                                               "`",      "%",      "|",      ">",
                                               "'",      "\"",     "\\",     "\\n",
                                               "[",      "]",      "{",      "}",
                                               ",",      "=",      "<<",     "1 ms",
                                               "ñ",      "λ",      "…",      "😀",
                                               "\u00A0", "\u2028", "\u2029", "\uFEFF",
                                               "\u0085", "/",      ".",      "long words of plain text"};
  static const std::vector<std::string> controls{"\n", "\n\n", "\t", "\r", "\x1b", "\x7f", "\x01"};
  std::string text;
  for (std::int64_t piece = whole(0, 8); piece > 0; --piece) {
    const bool control = with_controls && whole(0, 5) == 0;
    text += *rc::gen::elementOf(control ? controls : pieces);
  }
  return text;
}

/// All of it shows: other names are refused.
inline std::string name_text() {
  const std::string name = text(false);
  return name.empty() || printable(name) != name ? "name" : name;
}

inline TransferModel transfer_model(Memory memory, int dma_engines) {
  TransferModel transfer;
  const std::int64_t missing = whole(0, 2) == 0 ? whole(0, 15) : 0;
  if ((missing & 1) == 0) {
    transfer.latency = Millis{whole(0, 5) == 0 ? 0 : magnitude(1e-7, 1e3)};
  }
  if ((missing & 2) == 0) {
    transfer.alone = BytesPerSecond{magnitude(1e3, 1e18)};
  }
  const double most = transfer.alone ? std::fmin(transfer.alone->value * kMostBesideOverAlone, 1e18) : 1e12;
  if (memory == Memory::pinned && dma_engines == 2 && (missing & 4) == 0) {
    transfer.duplex = BytesPerSecond{magnitude(1, most)};
  }
  if (dma_engines == 2 && (missing & 8) == 0) {
    transfer.mixed = BytesPerSecond{magnitude(1, most)};
  }
  const auto sizes = *rc::gen::container<std::set<std::int64_t>>(
      rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, 100'000),
                     rc::gen::map(rc::gen::inRange(0, 53), [](int power) { return std::int64_t{1} << power; })));
  for (const std::int64_t size : sizes) {
    transfer.points.push_back({Bytes{size}, {magnitude(1e3, 1e12)}});
  }
  return transfer;
}

inline std::vector<ScalingPoint> scaling_curve() {
  std::vector<ScalingPoint> curve;
  for (const std::int64_t count : *rc::gen::container<std::set<std::int64_t>>(rc::gen::inRange<std::int64_t>(1, 200))) {
    curve.push_back({count, {magnitude(1e-6, 1e12)}});
  }
  return curve;
}

inline KernelModel kernel_model() {
  KernelModel kernel;
  const std::int64_t missing = whole(0, 9);
  if (missing != 1) {
    kernel.per_element = Millis{magnitude(1e-12, 1)};
  }
  if (missing > 1) {
    kernel.invocation = Millis{whole(0, 3) == 0 ? 0 : magnitude(1e-5, 1e5)};
  }
  const std::int64_t parts = whole(0, 63);
  if ((parts & 1) != 0) {
    kernel.category = *rc::gen::element(Category::memory_bound, Category::compute_bound);
  }
  if ((parts & 2) != 0) {
    kernel.cta = CtaResources{
        .threads = whole(1, 1024), .registers = whole(0, 255), .shared_memory = Bytes{whole(0, 300'000)}, .per_sm = 1};
  }
  if ((parts & 4) != 0) {
    kernel.by_ctas = scaling_curve();
  }
  if ((parts & 8) != 0) {
    kernel.by_sms = scaling_curve();
  }
  if ((parts & 16) != 0) {
    kernel.eviction = Millis{magnitude(1e-5, 1e3)};
  }
  if ((parts & 32) != 0) {
    kernel.transformation = magnitude(0.1, 10);
  }
  if (whole(0, 1) == 1) {
    kernel.power = Watts{magnitude(1e3, 1e5)};
  }
  return kernel;
}

/// The paths of all values of a device that may have a confidence, with the values.
inline std::vector<std::pair<std::string, double>> measured_values(const Device& device) {
  std::vector<std::pair<std::string, double>> values;
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& transfer = device.transfer(memory, direction);
      const std::string path =
          "transfer." + std::string{name(memory)} + (direction == Direction::h2d ? ".h2d." : ".d2h.");
      if (transfer.latency) {
        values.emplace_back(path + "latency", transfer.latency->count());
      }
      if (transfer.alone) {
        values.emplace_back(path + "alone", transfer.alone->value);
      }
      if (transfer.duplex) {
        values.emplace_back(path + "duplex", transfer.duplex->value);
      }
      if (transfer.mixed) {
        values.emplace_back(path + "mixed", transfer.mixed->value);
      }
      for (const auto& [size, bandwidth] : transfer.points) {
        values.emplace_back(path + "points." + std::to_string(size.count), bandwidth.value);
      }
    }
  }
  for (const auto& [kernel_name, kernel] : device.kernels) {
    const std::string path = "kernels." + kernel_name + '.';
    if (kernel.per_element) {
      values.emplace_back(path + "per_element", kernel.per_element->count());
    }
    if (kernel.invocation) {
      values.emplace_back(path + "invocation", kernel.invocation->count());
    }
    for (const auto& [count, rate] : kernel.by_ctas) {
      values.emplace_back(path + "by_ctas." + std::to_string(count), rate.value);
    }
    for (const auto& [count, rate] : kernel.by_sms) {
      values.emplace_back(path + "by_sms." + std::to_string(count), rate.value);
    }
    if (kernel.eviction) {
      values.emplace_back(path + "eviction", kernel.eviction->count());
    }
    if (kernel.transformation) {
      values.emplace_back(path + "transformation", *kernel.transformation);
    }
    if (kernel.power) {
      values.emplace_back(path + "power", kernel.power->value);
    }
  }
  if (device.bus) {
    values.emplace_back("bus.h2d", device.bus->bandwidth[0].value);
    values.emplace_back("bus.d2h", device.bus->bandwidth[1].value);
  }
  if (device.memory_bandwidth) {
    values.emplace_back("memory.bandwidth", device.memory_bandwidth->value);
  }
  if (device.launch_latency) {
    values.emplace_back("launch_latency", device.launch_latency->count());
  }
  if (device.context_switch) {
    values.emplace_back("context_switch", device.context_switch->count());
  }
  if (const auto& interference = device.interference) {
    values.emplace_back("interference.h2d_beside_kernel", interference->h2d_beside_kernel);
    values.emplace_back("interference.d2h_beside_kernel", interference->d2h_beside_kernel);
    values.emplace_back("interference.kernel_beside_h2d", interference->kernel_beside_h2d);
    values.emplace_back("interference.kernel_beside_d2h", interference->kernel_beside_d2h);
  }
  if (const auto& power = device.power) {
    values.emplace_back("power.idle", power->idle.value);
    values.emplace_back("power.h2d", power->copies[0].value);
    values.emplace_back("power.d2h", power->copies[1].value);
  }
  if (const auto& observed = device.observed) {
    values.emplace_back("observed.pageable_overlap", observed->pageable_overlap);
    values.emplace_back("observed.same_direction_overlap", observed->same_direction_overlap);
  }
  return values;
}

inline Confidence confidence_of(double value) {
  Confidence confidence{.samples = whole(1, 1'000'000'000)};
  if (value > 0) {
    confidence.low = whole(0, 9) == 0 ? 0 : 1 - magnitude(1e-16, 1);
    confidence.high = value > 1e17 ? 1 : 1 + magnitude(1e-16, 5);
  }
  return confidence;
}

inline void add_confidences(Device& device) {
  for (const auto& [path, value] : measured_values(device)) {
    if (whole(0, 9) == 0) {
      device.assumed.insert(path);
    }
    if (*rc::gen::arbitrary<bool>()) {
      device.confidence.emplace(path, confidence_of(value));
    }
  }
}

/// Each kernel beside the next one by name, some with intervals; the first two are probes, or not.
inline void add_co_run(Device& device) {
  const std::string* before = nullptr;
  for (const auto& [kernel, model] : device.kernels) {
    if (const std::string* const other = std::exchange(before, &kernel); other != nullptr) {
      const auto ctas = [&](const std::string& name) {
        const auto& cta = device.kernels.at(name).cta;
        return whole(1, cta ? cta->per_sm : 32);
      };
      const CoRunPoint& point = device.co_run.emplace_back(
          CoRunPoint{.kernels = {*other, kernel},
                     .ctas = {ctas(*other), ctas(kernel)},
                     .rates = {SubtasksPerMilli{magnitude(1e-3, 1e6)}, SubtasksPerMilli{magnitude(1e-3, 1e6)}}});
      for (const std::size_t side : {0U, 1U}) {
        if (whole(0, 1) == 1) {
          device.confidence[co_run_path(point, side)] = confidence_of(point.rates[side].value);
        }
      }
      if (device.probes.empty() && whole(0, 1) == 1) {
        device.probes = {*other, kernel};
      }
    }
  }
}

/// Bandwidth of the fastest copy of any size beside any other.
inline double fastest_copy(const Device& device) {
  double most = 0;
  for (const auto& memory : device.transfers) {
    for (const TransferModel& transfer : memory) {
      const BytesPerSecond none{0};
      const double beside = std::max(transfer.duplex.value_or(none), transfer.mixed.value_or(none)).value;
      most =
          std::max(most, transfer.peak().value * (transfer.alone ? std::max(1.0, beside / transfer.alone->value) : 1));
    }
  }
  return most;
}

/// Any valid device, with names and texts that are hard to write.
inline rc::Gen<Device> any_device() {
  return rc::gen::exec([] {
    Device device;
    device.name = *rc::gen::element<std::string>("box", "true", "null", "-", ".", "007", "1e3", "GPU-1a_2.b");
    device.dma_engines = static_cast<int>(whole(1, 2));
    for (const Memory memory : {Memory::pinned, Memory::pageable}) {
      for (const Direction direction : {Direction::h2d, Direction::d2h}) {
        device.transfers[index(memory)][index(direction)] = transfer_model(memory, device.dma_engines);
      }
    }
    const std::int64_t parts = whole(0, 63);
    if ((parts & 32) != 0 && fastest_copy(device) <= 1e18) {
      device.bus = BusModel{.bandwidth = {BytesPerSecond{1e18}, BytesPerSecond{1e18}}};
    }
    if (whole(0, 2) == 0) {
      device.compute_capability = ComputeCapability{static_cast<int>(whole(1, 12)), static_cast<int>(whole(0, 9))};
    }
    if ((parts & 1) != 0) {
      device.sm = SmModel{.count = whole(1, 200),
                          .registers = 65536,
                          .shared_memory = Bytes{whole(0, 300'000)},
                          .threads = 2048,
                          .ctas = 32};
      device.mig = io::chips().mig_of(*device.sm);
    }
    if (whole(0, 1) == 1) {
      const auto drawn = [] { return Watts{whole(0, 3) == 0 ? 1e3 : magnitude(1e3, 1e6)}; };
      device.power = PowerModel{.idle = Watts{magnitude(1e-3, 1e3)}, .copies = {drawn(), drawn()}};
    }
    if ((parts & 2) != 0) {
      if (*rc::gen::arbitrary<bool>()) {
        device.memory_bandwidth = BytesPerSecond{magnitude(1e9, 1e13)};
      }
      if (*rc::gen::arbitrary<bool>()) {
        device.memory_size = Bytes{whole(0, std::int64_t{1} << 50)};
        device.context_switch = Millis{magnitude(1e-4, 1)};
      }
    }
    if ((parts & 4) != 0) {
      device.launch_latency = Millis{magnitude(1e-4, 1)};
    }
    if ((parts & 8) != 0) {
      device.interference = Interference{.h2d_beside_kernel = magnitude(0.01, 2),
                                         .d2h_beside_kernel = magnitude(0.01, 2),
                                         .kernel_beside_h2d = magnitude(0.01, 2),
                                         .kernel_beside_d2h = magnitude(1e-9, 2)};
    }
    if ((parts & 16) != 0) {
      device.observed = Observed{.pageable_overlap = 0, .same_direction_overlap = magnitude(1e-6, 1)};
      if (*rc::gen::arbitrary<bool>()) {
        const double mean = magnitude(1e-6, 1);
        device.observed->partial_overlap =
            ModelCheck{.mean_error = mean, .worst_error = 2 * mean, .samples = whole(1, 1000)};
      }
    }
    for (std::int64_t kernel = whole(0, 4); kernel > 0; --kernel) {
      KernelModel& model = device.kernels[name_text()] = kernel_model();
      if (device.sm && model.cta && !cta_misfit(*device.sm, *model.cta).empty()) {
        model.cta = CtaResources{.threads = whole(1, 64), .registers = whole(0, 255), .shared_memory = {}, .per_sm = 1};
      }
    }
    for (std::int64_t topic = whole(0, 4); topic > 0; --topic) {
      device.provenance[name_text()] = text(true);
    }
    add_confidences(device);
    if (whole(0, 1) == 1) {
      add_co_run(device);
    }
    return device;
  });
}

}  // namespace warpshop::test
