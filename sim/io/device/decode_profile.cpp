#include "sim/io/device/decode_profile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "sim/io/device/check_profile.hpp"
#include "sim/io/device/profile_fields.hpp"
#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

/// Reads values by their types, groups by their fields; keeps intervals under the paths of their values.
class ProfileReader {
 public:
  using Confidences = decltype(Device::confidence);

  /// Both outlive this.
  ProfileReader(const std::string& file, Confidences& confidences) : file_(file), confidences_(confidences) {}

  template <class Field, class... Range>
  void read_field(const Fields& found, std::string_view key, Field& field, const std::string& path,
                  const Range&... range) {
    if (const YamlNode* node = kMayBeMissing<Field> ? found.find(key) : &found.require(key)) {
      read(*node, field, path, range...);
    }
  }

 private:
  template <class Group>
  void read(const YamlNode& node, Group& group, const std::string& path) {
    std::vector<std::string_view> keys;
    fields(group, [&](std::string_view key, const auto&...) { keys.push_back(key); });
    const Fields found(node, kDescribes<Group>, keys, file_);
    fields(group, [&](std::string_view key, auto& field, const auto&... range) {
      read_field(found, key, field, fmt::format("{}.{}", path, key), range...);
    });
  }

  template <class Value, class... Range>
  void read(const YamlNode& node, std::optional<Value>& value, const std::string& path, const Range&... range) {
    read(node, value.emplace(), path, range...);
  }

  void read(const YamlNode& node, Millis& value, const std::string& path) {
    const auto read_it = [&](const YamlNode& scalar) { return duration(scalar, file_).count(); };
    value = Millis{measured(node, path, read_it, read_it)};
  }
  void read(const YamlNode& node, BytesPerSecond& value, const std::string& path) {
    value.value = measured(
        node, path, [&](const YamlNode& scalar) { return bandwidth(scalar, file_).value; },
        [&](const YamlNode& scalar) { return bandwidth(scalar, file_, {0}).value; });
  }
  void read(const YamlNode& node, SubtasksPerMilli& value, const std::string& path) {
    value.value = measured(
        node, path, [&](const YamlNode& scalar) { return rate(scalar, file_).value; },
        [&](const YamlNode& scalar) { return rate(scalar, file_, {0}).value; });
  }
  void read(const YamlNode& node, double& value, const std::string& path, Fraction /*range*/) {
    value = measured(
        node, path, [&](const YamlNode& scalar) { return fraction(scalar, file_); },
        [&](const YamlNode& scalar) { return number(scalar, file_); });
  }
  void read(const YamlNode& node, double& value, const std::string& path, Ratio range) {
    value = measured(
        node, path, [&](const YamlNode& scalar) { return ratio(scalar, range.highest, file_); },
        [&](const YamlNode& scalar) { return number(scalar, file_); });
  }
  void read(const YamlNode& node, double& value, const std::string& /*path*/, Number /*range*/) {
    value = number(node, file_);
  }
  void read(const YamlNode& node, std::int64_t& value, const std::string& /*path*/, Count range) {
    value = whole_number(node, range.low, range.high, file_);
  }
  void read(const YamlNode& node, Bytes& value, const std::string& /*path*/) { value = size(node, file_); }

  void read(const YamlNode& node, Category& value, const std::string& /*path*/) {
    for (const Category category : {Category::memory_bound, Category::compute_bound}) {
      if (node.kind == NodeKind::scalar && node.text == warpshop::name(category)) {
        value = category;
        return;
      }
    }
    refuse_value(node, file_, "is not a category", "memory_bound or compute_bound");
  }

  void read(const YamlNode& node, decltype(Device::kernels)& kernels, const std::string& path) {
    if (node.kind != NodeKind::map) {
      refuse_value(node, file_, "is not a map of kernels",
                   "kernels such as vector_add: {per_element: 0.1 ns, invocation: 5 us}");
    }
    check_repeated_keys(node, file_);
    for (std::size_t position = 0; position < node.children.size(); position += 2) {
      const std::string kernel = name(node.children[position], file_);
      read(node.children[position + 1], kernels[kernel], fmt::format("{}.{}", path, kernel));
    }
  }

  void read(const YamlNode& node, std::vector<BandwidthPoint>& points, const std::string& path) {
    constexpr std::array<std::string_view, 2> kKeys{"size", "bandwidth"};
    check_list(node, "{size: 4 KiB, bandwidth: 1 GB/s}");
    for (const YamlNode& element : node.children) {
      const Fields found(element, "a point", kKeys, file_);
      BandwidthPoint point;
      read_field(found, "size", point.size, path);
      read_field(found, "bandwidth", point.bandwidth, fmt::format("{}.{}", path, point.size.count));
      if (point.size.count < 1) {
        refuse_value(found.require("size"), file_, "is no size to measure at", "at least 1 B");
      }
      if (!points.empty() && point.size <= points.back().size) {
        throw InputError(file_, element.mark,
                         "a point that is not larger than the one before, expected increasing sizes");
      }
      points.push_back(point);
    }
  }

  void read(const YamlNode& node, std::vector<ScalingPoint>& curve, const std::string& path) {
    constexpr std::array<std::string_view, 2> kKeys{"count", "rate"};
    check_list(node, "{count: 1, rate: 12.5 /ms}");
    for (const YamlNode& element : node.children) {
      const Fields found(element, "a point", kKeys, file_);
      ScalingPoint point;
      read_field(found, "count", point.count, path, Count{});
      read_field(found, "rate", point.rate, fmt::format("{}.{}", path, point.count));
      if (!curve.empty() && point.count <= curve.back().count) {
        throw InputError(file_, element.mark,
                         "a point whose count is not above the one before, expected increasing counts");
      }
      curve.push_back(point);
    }
  }

  void check_list(const YamlNode& node, std::string_view example) const {
    if (node.kind != NodeKind::sequence || node.children.empty()) {
      refuse_value(node, file_, node.kind == NodeKind::sequence ? "is empty" : "is not a list of points",
                   fmt::format("points such as {}", example));
    }
  }

  /// The ends of an interval may lie where the value may not.
  template <class ReadValue, class ReadEnd>
  double measured(const YamlNode& node, const std::string& path, const ReadValue& read_value, const ReadEnd& read_end) {
    if (node.kind != NodeKind::map) {
      return read_value(node);
    }
    constexpr std::array<std::string_view, 4> kKeys{"value", "low", "high", "samples"};
    constexpr std::string_view kExpected = "low <= value <= high";
    const Fields found(node, "a measured value", kKeys, file_);
    const double value = read_value(found.require("value"));
    const YamlNode& low_node = found.require("low");
    const YamlNode& high_node = found.require("high");
    const double low = read_end(low_node);
    const double high = read_end(high_node);
    if (low > value) {
      refuse_value(low_node, file_, "is above the value", kExpected);
    }
    if (high < value) {
      refuse_value(high_node, file_, "is below the value", kExpected);
    }
    Confidence confidence;
    read_field(found, "samples", confidence.samples, path, Count{});
    if (value > 0) {
      confidence.low = low / value;
      confidence.high = high / value;
    } else if (high > 0) {
      refuse_value(high_node, file_, "is the end of an interval around 0, which is kept relative to it", "0");
    }
    if (!std::isfinite(confidence.high)) {
      refuse_value(high_node, file_, "is too far above the value", kExpected);
    }
    confidences_.emplace(path, confidence);
    return value;
  }

  const std::string& file_;
  Confidences& confidences_;
};

/// Free text by topic.
std::map<std::string, std::string> decode_provenance(const YamlNode& node, const std::string& file) {
  if (node.kind != NodeKind::map) {
    refuse_value(node, file, "is not a map of text", "text such as source: measured on ...");
  }
  check_repeated_keys(node, file);
  std::map<std::string, std::string> provenance;
  for (std::size_t position = 0; position < node.children.size(); position += 2) {
    const YamlNode& value = node.children[position + 1];
    if (value.kind != NodeKind::scalar) {
      refuse_value(value, file, "is not text", "text");
    }
    provenance.emplace(name(node.children[position], file), value.text);
  }
  return provenance;
}

}  // namespace

bool is_device_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           each == '.' || each == '_' || each == '-';
  });
}

Device decode_profile(const YamlNode& profile, const std::string& file) {
  const Fields found(profile, "a device", kDeviceKeys, file);
  Device device;
  device.name = name(found.require("name"), file);
  if (!is_device_name(device.name)) {
    refuse_value(found.require("name"), file, "is not the name of a device", kDeviceNameExpected);
  }
  device.dma_engines = static_cast<int>(whole_number(found.require("dma_engines"), 1, 2, file));
  ProfileReader reader(file, device.confidence);
  fields(device, [&](std::string_view key, auto& field) { reader.read_field(found, key, field, std::string{key}); });
  if (const YamlNode* provenance = found.find("provenance")) {
    device.provenance = decode_provenance(*provenance, file);
  }
  check_profile(device, profile, file);
  return device;
}

}  // namespace warpshop::io
