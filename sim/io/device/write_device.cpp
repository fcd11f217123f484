#include "sim/io/device/write_device.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/io/device/measured_writer.hpp"
#include "sim/io/yaml/yaml_map.hpp"
#include "sim/io/yaml/yaml_text.hpp"

namespace warpshop::io {
namespace {

class DeviceWriter {
 public:
  DeviceWriter(std::ostream& out, const Device& device) : out_(out), device_(device), measured_(device) {}

  void write() {
    out_ << "schema: warpshop.device/1\nname: " << yaml_text(device_.name) << "\ndma_engines: " << device_.dma_engines
         << '\n';
    write_transfers();
    write_machine();
    write_kernels();
    write_concurrency();
    write_assumed();
    write_provenance();
    measured_.check_all_written();
  }

 private:
  std::vector<YamlEntry> entries_of(const TransferModel& transfer, const std::string& path) {
    std::vector<YamlEntry> entries;
    if (transfer.latency) {
      entries.push_back({"latency", measured_.text(*transfer.latency, path + ".latency")});
    }
    if (transfer.alone) {
      entries.push_back({"alone", measured_.text(*transfer.alone, path + ".alone")});
    }
    if (transfer.duplex) {
      entries.push_back({"duplex", measured_.text(*transfer.duplex, path + ".duplex")});
    }
    if (transfer.mixed) {
      entries.push_back({"mixed", measured_.text(*transfer.mixed, path + ".mixed")});
    }
    if (!transfer.points.empty()) {
      YamlEntry points{.key = "points", .value = ""};
      for (const auto& [size, bandwidth] : transfer.points) {
        const std::string at = fmt::format("{}.points.{}", path, size.count);
        points.items.push_back(in_braces({{"size", yaml_size(size)}, {"bandwidth", measured_.text(bandwidth, at)}}));
      }
      entries.push_back(points);
    }
    return entries;
  }

  void write_transfers() {
    constexpr std::array<std::string_view, 2> kDirections{"h2d", "d2h"};
    const TransferModel nothing;
    bool first = true;
    for (const Memory memory : {Memory::pinned, Memory::pageable}) {
      const auto& directions = device_.transfers[index(memory)];
      if (std::count(directions.begin(), directions.end(), nothing) == std::ssize(directions)) {
        continue;
      }
      out_ << (first ? "transfer:\n  " : "  ") << name(memory) << ":\n";
      first = false;
      for (const Direction direction : {Direction::h2d, Direction::d2h}) {
        const std::string_view key = kDirections[index(direction)];
        if (directions[index(direction)] == nothing) {
          continue;
        }
        write_map(out_, 4, key,
                  entries_of(device_.transfer(memory, direction), fmt::format("transfer.{}.{}", name(memory), key)));
      }
    }
  }

  void write_machine() {
    if (const auto& bus = device_.bus) {
      write_map(out_, 0, "bus",
                {{"h2d", measured_.text(bus->bandwidth[0], "bus.h2d")},
                 {"d2h", measured_.text(bus->bandwidth[1], "bus.d2h")}});
    }
    if (const auto& sm = device_.sm) {
      write_map(out_, 0, "sm",
                {{"count", std::to_string(sm->count)},
                 {"registers", std::to_string(sm->registers)},
                 {"shared_memory", yaml_size(sm->shared_memory)},
                 {"threads", std::to_string(sm->threads)},
                 {"ctas", std::to_string(sm->ctas)}});
    }
    std::vector<YamlEntry> memory;
    if (device_.memory_bandwidth) {
      memory.push_back({"bandwidth", measured_.text(*device_.memory_bandwidth, "memory.bandwidth")});
    }
    if (device_.memory_size) {
      memory.push_back({"size", yaml_size(*device_.memory_size)});
    }
    if (!memory.empty()) {
      write_map(out_, 0, "memory", memory);
    }
    if (device_.launch_latency) {
      out_ << "launch_latency: " << measured_.text(*device_.launch_latency, "launch_latency") << '\n';
    }
    if (device_.context_switch) {
      out_ << "context_switch: " << measured_.text(*device_.context_switch, "context_switch") << '\n';
    }
  }

  YamlEntry curve(std::string_view key, const std::vector<ScalingPoint>& points, const std::string& path) {
    YamlEntry entry{.key = std::string{key}, .value = ""};
    for (const auto& [count, rate] : points) {
      entry.items.push_back(in_braces({{"count", std::to_string(count)},
                                       {"rate", measured_.text(rate, fmt::format("{}.{}.{}", path, key, count))}}));
    }
    return entry;
  }

  std::vector<YamlEntry> entries_of(const KernelModel& kernel, const std::string& path) {
    std::vector<YamlEntry> entries;
    if (kernel.per_element) {
      entries.push_back({"per_element", measured_.text(*kernel.per_element, path + ".per_element")});
    }
    if (kernel.invocation) {
      entries.push_back({"invocation", measured_.text(*kernel.invocation, path + ".invocation")});
    }
    if (kernel.category) {
      entries.push_back({"category", std::string{name(*kernel.category)}});
    }
    if (const auto& cta = kernel.cta) {
      entries.push_back({"cta", in_braces({{"threads", std::to_string(cta->threads)},
                                           {"registers", std::to_string(cta->registers)},
                                           {"shared_memory", yaml_size(cta->shared_memory)},
                                           {"per_sm", std::to_string(cta->per_sm)}})});
    }
    if (!kernel.by_ctas.empty()) {
      entries.push_back(curve("by_ctas", kernel.by_ctas, path));
    }
    if (!kernel.by_sms.empty()) {
      entries.push_back(curve("by_sms", kernel.by_sms, path));
    }
    if (kernel.eviction) {
      entries.push_back({"eviction", measured_.text(*kernel.eviction, path + ".eviction")});
    }
    if (kernel.transformation) {
      entries.push_back({"transformation", measured_.text(*kernel.transformation, path + ".transformation")});
    }
    return entries;
  }

  void write_kernels() {
    if (device_.kernels.empty()) {
      return;
    }
    out_ << "kernels:\n";
    for (const auto& [kernel_name, kernel] : device_.kernels) {
      write_map(out_, 2, yaml_text(kernel_name), entries_of(kernel, "kernels." + kernel_name));
    }
  }

  void write_concurrency() {
    const auto entry = [&](std::string_view section, std::string_view key, double value) {
      return YamlEntry{.key = std::string{key}, .value = measured_.text(value, fmt::format("{}.{}", section, key))};
    };
    if (const auto& interference = device_.interference) {
      write_map(out_, 0, "interference",
                {entry("interference", "h2d_beside_kernel", interference->h2d_beside_kernel),
                 entry("interference", "d2h_beside_kernel", interference->d2h_beside_kernel),
                 entry("interference", "kernel_beside_h2d", interference->kernel_beside_h2d),
                 entry("interference", "kernel_beside_d2h", interference->kernel_beside_d2h)});
    }
    if (const auto& observed = device_.observed) {
      std::vector<YamlEntry> entries{entry("observed", "pageable_overlap", observed->pageable_overlap),
                                     entry("observed", "same_direction_overlap", observed->same_direction_overlap)};
      if (const auto& check = observed->partial_overlap) {
        entries.push_back({"partial_overlap", in_braces({{"mean_error", yaml_number(check->mean_error)},
                                                         {"worst_error", yaml_number(check->worst_error)},
                                                         {"samples", std::to_string(check->samples)}})});
      }
      write_map(out_, 0, "observed", entries);
    }
  }

  void write_assumed() {
    if (!device_.assumed.empty()) {
      out_ << "assumed:\n";
    }
    for (const std::string& path : device_.assumed) {
      out_ << "  - " << yaml_text(path) << '\n';
    }
  }

  void write_provenance() {
    if (!device_.provenance.empty()) {
      out_ << "provenance:\n";
    }
    for (const auto& [topic, text] : device_.provenance) {
      out_ << "  " << yaml_text(topic) << ": " << yaml_text(text) << '\n';
    }
  }

  std::ostream& out_;
  const Device& device_;
  MeasuredWriter measured_;
};

}  // namespace

void write_device(std::ostream& out, const Device& device) {
  DeviceWriter(out, device).write();
}

}  // namespace warpshop::io
