#include "sim/io/device/decode_profile.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/device/chips.hpp"
#include "sim/io/device/co_run_profile.hpp"
#include "sim/io/device/profile_fields.hpp"
#include "sim/io/device/value_path.hpp"
#include "sim/io/yaml/group_reader.hpp"
#include "sim/model/device_rules.hpp"

namespace warpshop::io {

static void read_field(const YamlNode& node, decltype(Device::kernels)& kernels, const Measured& at) {
  each_entry(node, "kernels", "kernels such as vector_add: {per_element: 0.1 ns, invocation: 5 us}",
             [&](const YamlNode& key, const YamlNode& value) {
               const std::string kernel = name(key);
               read_field(value, kernels[kernel], at.below(kernel));
             });
}

template <class Point>
requires requires(const Point& point) {
  position(point);
}
static void read_field(const YamlNode& node, std::vector<Point>& curve, const Measured& at) {
  constexpr bool kIsTransfer = std::is_same_v<Point, BandwidthPoint>;
  if (node.kind != NodeKind::sequence || node.children.empty()) {
    refuse_value(
        node, node.kind == NodeKind::sequence ? "is empty" : "is not a list of points",
        kIsTransfer ? "points such as {size: 4 KiB, bandwidth: 1 GB/s}" : "points such as {count: 1, rate: 12.5 /ms}");
  }
  for (const YamlNode& element : node.children) {
    Point point;
    const Fields found(element, keys_of<Point>().what, keys_of<Point>().keys);
    read_fields(found, point, [&](std::string_view) { return at.below(std::to_string(position(point))); });
    if (position(point) < 1) {
      refuse_value(*find_value(element, "size"), "is no size to measure at", "at least 1 B");
    }
    if (!curve.empty() && position(point) <= position(curve.back())) {
      refuse(element, kIsTransfer ? "a point that is not larger than the one before, expected increasing sizes"
                                  : "a point whose count is not above the one before, expected increasing counts");
    }
    curve.push_back(point);
  }
}

namespace {

/// What profiles may say of copy engines; what matters of them is one for each direction.
constexpr std::int64_t kMostCopyEngines = 64;

/// What the values of a profile, from which the device was read, are to each other: throws InputError at the first that
/// does not fit.
void check_profile(const Device& device, const YamlNode& profile) {
  using Shows = DeviceMistake::Shows;
  const std::optional<DeviceMistake> mistake = first_mistake(device);
  if (!mistake) {
    return;
  }
  const YamlNode& node = *node_at(profile, mistake->paths.front());
  if (mistake->shows == Shows::value || mistake->shows == Shows::figure) {
    const YamlNode* figure = mistake->shows == Shows::figure ? find_value(node, "value") : nullptr;
    refuse_value(figure != nullptr ? *figure : node, mistake->what, mistake->expected);
  }
  std::vector<std::string> places;
  for (const std::string& path : mistake->paths) {
    const Mark mark = node_at(profile, path)->mark;
    places.push_back(mark.line > 0 ? fmt::format(" {} ({}:{})", path, mark.line, mark.column) : ' ' + path);
  }
  const bool lists = mistake->shows == Shows::paths;
  refuse(node, fmt::format("{}{}, expected {}", mistake->what, lists ? fmt::format("{}", fmt::join(places, ",")) : "",
                           mistake->expected));
}

}  // namespace

Device decode_profile(const YamlNode& profile) {
  const Fields found(profile, "a device", kDeviceKeys);
  Device device;
  device.name = name(found.require("name"));
  if (!is_device_name(device.name)) {
    refuse_value(found.require("name"), "is not the name of a device", kDeviceNameExpected);
  }
  device.dma_engines =
      static_cast<int>(std::min<std::int64_t>(whole_number(found.require("dma_engines"), 1, kMostCopyEngines), 2));
  const Measured measured{.intervals = &device.confidence};
  read_fields(found, device, [&](std::string_view key) { return measured.below(key); });
  if (device.sm) {
    device.mig = chips().mig_of(*device.sm);
  }
  if (const YamlNode* probes = found.find("probes")) {
    device.probes = decode_probes(*probes, device);
  }
  if (const YamlNode* co_run = found.find("co_run")) {
    device.co_run = decode_co_run(*co_run, device);
  }
  if (const YamlNode* provenance = found.find("provenance")) {
    constexpr std::string_view kExpected = "text such as source: measured on ...";
    each_entry(*provenance, "text", kExpected, [&](const YamlNode& topic, const YamlNode& value) {
      if (value.kind != NodeKind::scalar) {
        refuse_value(value, "is not text", "text");
      }
      device.provenance.emplace(name(topic), value.text);
    });
  }
  check_profile(device, profile);
  return device;
}

}  // namespace warpshop::io
