#include "sim/io/device/decode_profile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/device/chips.hpp"
#include "sim/io/device/co_run_profile.hpp"
#include "sim/io/device/profile_fields.hpp"
#include "sim/io/device/value_path.hpp"
#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/device_rules.hpp"

namespace warpshop::io {
namespace {

/// What profiles may say of copy engines; what matters of them is one for each direction.
constexpr std::int64_t kMostCopyEngines = 64;

/// Calls take(key, value) for the entries of a map whose keys may be any. Throws InputError: no map, a key twice.
void each_entry(const YamlNode& node, std::string_view of, std::string_view expected, const auto& take) {
  if (node.kind != NodeKind::map) {
    refuse_value(node, fmt::format("is not a map of {}", of), expected);
  }
  check_repeated_keys(node);
  for (std::size_t position = 0; position < node.children.size(); position += 2) {
    take(node.children[position], node.children[position + 1]);
  }
}

/// Reads values by their types, groups by their fields; keeps intervals under the paths of their values.
class ProfileReader {
 public:
  using Confidences = decltype(Device::confidence);

  /// They outlive this.
  explicit ProfileReader(Confidences& confidences) : confidences_(confidences) {}

  template <class Field, class... Range>
  void read_field(const Fields& found, std::string_view key, Field& field, const std::string& path,
                  const Range&... range) {
    if (const YamlNode* node = kMayBeMissing<Field> ? found.find(key) : &found.require(key)) {
      read(*node, field, path, range...);
    }
  }

 private:
  /// path_of(key): of a field.
  template <class Group, class PathOf>
  void read_group(const YamlNode& node, Group& group, const PathOf& path_of) {
    std::vector<std::string_view> keys;
    fields(group, [&](std::string_view key, const auto&...) { keys.push_back(key); });
    const Fields found(node, std::get<Described<Group>>(kDescribed).as, keys);
    fields(group, [&](std::string_view key, auto& field, const auto&... range) {
      read_field(found, key, field, path_of(key), range...);
    });
  }

  template <class Group>
  void read(const YamlNode& node, Group& group, const std::string& path) {
    read_group(node, group, [&](std::string_view key) { return fmt::format("{}.{}", path, key); });
  }

  template <class Value, class... Range>
  void read(const YamlNode& node, std::optional<Value>& value, const std::string& path, const Range&... range) {
    read(node, value.emplace(), path, range...);
  }

  void read(const YamlNode& node, Millis& value, const std::string& path) {
    value =
        Millis{measured(node, path, [&](const YamlNode& scalar, bool /*end*/) { return duration(scalar).count(); })};
  }
  void read(const YamlNode& node, BytesPerSecond& value, const std::string& path) {
    value.value = measured(node, path, [&](const YamlNode& scalar, bool end) {
      return (end ? bandwidth(scalar, {0}) : bandwidth(scalar)).value;
    });
  }
  void read(const YamlNode& node, SubtasksPerMilli& value, const std::string& path) {
    value.value = measured(
        node, path, [&](const YamlNode& scalar, bool end) { return (end ? rate(scalar, {0}) : rate(scalar)).value; });
  }
  void read(const YamlNode& node, Watts& value, const std::string& path) {
    value.value = measured(node, path, [](const YamlNode& scalar, bool /*end*/) { return power(scalar).value; });
  }
  void read(const YamlNode& node, double& value, const std::string& path, Fraction /*range*/) {
    value =
        measured(node, path, [&](const YamlNode& scalar, bool end) { return end ? number(scalar) : fraction(scalar); });
  }
  void read(const YamlNode& node, double& value, const std::string& path, Ratio range) {
    value = measured(node, path, [&](const YamlNode& scalar, bool end) {
      return end ? number(scalar) : ratio(scalar, range.highest);
    });
  }
  void read(const YamlNode& node, double& value, const std::string& /*path*/, Number /*range*/) {
    value = number(node);
  }
  void read(const YamlNode& node, std::int64_t& value, const std::string& /*path*/, Count range) {
    value = whole_number(node, range.low, range.high);
  }
  void read(const YamlNode& node, Bytes& value, const std::string& /*path*/) { value = size(node); }

  void read(const YamlNode& node, Category& value, const std::string& /*path*/) { value = category(node); }
  void read(const YamlNode& node, ComputeCapability& value, const std::string& /*path*/) {
    value = compute_capability(node);
  }
  void read(const YamlNode& node, std::string& value, const std::string& /*path*/) { value = name(node); }

  void read(const YamlNode& node, decltype(Device::kernels)& kernels, const std::string& path) {
    constexpr std::string_view kExpected = "kernels such as vector_add: {per_element: 0.1 ns, invocation: 5 us}";
    each_entry(node, "kernels", kExpected, [&](const YamlNode& key, const YamlNode& value) {
      const std::string kernel = name(key);
      read(value, kernels[kernel], fmt::format("{}.{}", path, kernel));
    });
  }

  template <class Point>
  void read(const YamlNode& node, std::vector<Point>& curve, const std::string& path) {
    constexpr bool kIsTransfer = std::is_same_v<Point, BandwidthPoint>;
    if (node.kind != NodeKind::sequence || node.children.empty()) {
      refuse_value(node, node.kind == NodeKind::sequence ? "is empty" : "is not a list of points",
                   kIsTransfer ? "points such as {size: 4 KiB, bandwidth: 1 GB/s}"
                               : "points such as {count: 1, rate: 12.5 /ms}");
    }
    for (const YamlNode& element : node.children) {
      Point point;
      read_group(element, point, [&](std::string_view) { return fmt::format("{}.{}", path, position(point)); });
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

  /// read_scalar(node, whether it is an end of the interval): those may lie where the value may not.
  template <class ReadScalar>
  double measured(const YamlNode& node, const std::string& path, const ReadScalar& read_scalar) {
    if (node.kind != NodeKind::map) {
      return read_scalar(node, false);
    }
    constexpr std::array<std::string_view, 4> kKeys{"value", "low", "high", "samples"};
    constexpr std::string_view kExpected = "low <= value <= high";
    const Fields found(node, "a measured value", kKeys);
    const double value = read_scalar(found.require("value"), false);
    const YamlNode& low_node = found.require("low");
    const YamlNode& high_node = found.require("high");
    const double low = read_scalar(low_node, true);
    const double high = read_scalar(high_node, true);
    if (low > value) {
      refuse_value(low_node, "is above the value", kExpected);
    }
    if (high < value) {
      refuse_value(high_node, "is below the value", kExpected);
    }
    Confidence confidence;
    read_field(found, "samples", confidence.samples, path, Count{});
    if (value > 0) {
      confidence.low = low / value;
      confidence.high = high / value;
    } else if (high > 0) {
      refuse_value(high_node, "is the end of an interval around 0, which is kept relative to it", "0");
    }
    if (!std::isfinite(confidence.high)) {
      refuse_value(high_node, "is too far above the value", kExpected);
    }
    confidences_.emplace(path, confidence);
    return value;
  }

  Confidences& confidences_;
};

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
  ProfileReader reader(device.confidence);
  fields(device, [&](std::string_view key, auto& field) { reader.read_field(found, key, field, std::string{key}); });
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
