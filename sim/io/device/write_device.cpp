#include <algorithm>
#include <set>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "sim/io/device/device_yaml.hpp"
#include "sim/io/device/profile_fields.hpp"
#include "sim/io/yaml/yaml_text.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

/// A piece of YAML: texts as they are to be written, in maps and lists.
using Yaml = nlohmann::ordered_json;

/// Turns values and groups into YAML, with the confidences of their paths.
class ProfileWriter {
 public:
  /// `device` outlives this.
  explicit ProfileWriter(const Device& device) : device_(device) {
    for (const auto& [path, confidence] : device.confidence) {
      unwritten_.insert(path);
    }
  }

  Yaml written() {
    Device copy = device_;
    return group(copy, [](std::string_view key) { return std::string{key}; });
  }

  /// The rate of one side of a pair.
  Yaml rate(const CoRunPoint& point, std::size_t side) {
    return measured(point.rates[side].value, {"/ms"}, co_run_path(point, side));
  }

  /// Throws std::logic_error if the device has a confidence of something that was not written.
  void check_all_written() const {
    if (!unwritten_.empty()) {
      throw std::logic_error(
          fmt::format("device {} has a confidence of {}, but no such value", device_.name, *unwritten_.begin()));
    }
  }

 private:
  /// path_of(key): of a field.
  template <class Group, class PathOf>
  Yaml group(Group& group, const PathOf& path_of) {
    Yaml map = Yaml::object();
    fields(group, [&](std::string_view key, auto& field, const auto&... range) {
      if (!is_missing(field, range...)) {
        map[std::string{key}] = yaml(field, path_of(key));
      }
    });
    return map;
  }

  template <class Group>
  Yaml yaml(Group& value, const std::string& path) {
    return group(value, [&](std::string_view key) { return fmt::format("{}.{}", path, key); });
  }
  template <class Value>
  Yaml yaml(std::optional<Value>& value, const std::string& path) {
    return yaml(*value, path);
  }
  Yaml yaml(Millis& value, const std::string& path) { return measured(value.count(), unit_of(value), path); }
  Yaml yaml(BytesPerSecond& value, const std::string& path) { return measured(value.value, unit_of(value), path); }
  Yaml yaml(SubtasksPerMilli& value, const std::string& path) { return measured(value.value, {"/ms"}, path); }
  Yaml yaml(Watts& value, const std::string& path) { return measured(value.value, kPowerUnits[1], path); }
  Yaml yaml(double& value, const std::string& path) { return measured(value, {}, path); }
  Yaml yaml(std::int64_t& value, const std::string& /*path*/) { return std::to_string(value); }
  Yaml yaml(Bytes& value, const std::string& /*path*/) { return quantity_text(value); }
  Yaml yaml(Category& value, const std::string& /*path*/) { return name(value); }
  Yaml yaml(ComputeCapability& value, const std::string& /*path*/) {
    return fmt::format("{}.{}", value.major, value.minor);
  }
  Yaml yaml(std::string& value, const std::string& /*path*/) { return yaml_text(value, true); }

  Yaml yaml(decltype(Device::kernels)& kernels, const std::string& path) {
    Yaml map;
    for (auto& [kernel, model] : kernels) {
      map[yaml_text(kernel)] = yaml(model, fmt::format("{}.{}", path, kernel));
    }
    return map;
  }
  template <class Point>
  Yaml yaml(std::vector<Point>& curve, const std::string& path) {
    Yaml list;
    for (Point& point : curve) {
      list.push_back(group(point, [&](std::string_view) { return fmt::format("{}.{}", path, position(point)); }));
    }
    return list;
  }

  /// A number with its unit, or the map that holds its confidence as well.
  Yaml measured(double value, const Unit& unit, const std::string& path) {
    const auto found = device_.confidence.find(path);
    if (found == device_.confidence.end()) {
      return quantity_text(value, unit);
    }
    unwritten_.erase(path);
    const Confidence& confidence = found->second;
    if (!confidence.is_valid()) {
      throw std::logic_error(fmt::format("{} of device {} has a confidence of {} to {} by {} samples", path,
                                         device_.name, confidence.low, confidence.high, confidence.samples));
    }
    return {{"value", quantity_text(value, unit)},
            {"low", quantity_text(end_of_interval(value, confidence.low), unit)},
            {"high", quantity_text(end_of_interval(value, confidence.high), unit)},
            {"samples", std::to_string(confidence.samples)}};
  }

  const Device& device_;
  std::set<std::string_view> unwritten_;
};

/// `{a: 1, b: {c: 2}}`, or a text as it is.
std::string in_braces(const Yaml& yaml) {
  if (yaml.is_string()) {
    return yaml.get<std::string>();
  }
  std::vector<std::string> parts;
  for (const auto& [key, value] : yaml.items()) {
    parts.push_back(fmt::format("{}: {}", key, in_braces(value)));
  }
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

/// `key: {a: 1, b: 2}`, or a line for each entry and element where that is too long for one, or some value is no text.
void print(std::ostream& out, std::size_t indent, const std::string& key, const Yaml& yaml) {
  constexpr std::size_t kWidest = 120;  // columns
  const std::string start = std::string(indent, ' ') + key + ':';
  const bool is_flat = std::all_of(yaml.begin(), yaml.end(), [](const Yaml& value) { return value.is_string(); });
  if (!yaml.is_array() && is_flat) {
    if (const std::string line = fmt::format("{} {}", start, in_braces(yaml));
        yaml.is_string() || line.size() <= kWidest) {
      out << line << '\n';
      return;
    }
  }
  out << start << '\n';
  for (const auto& [name, value] : yaml.items()) {
    if (yaml.is_array()) {
      out << std::string(indent, ' ') << "  - " << in_braces(value) << '\n';
    } else {
      print(out, indent + 2, name, value);
    }
  }
}

/// `probes: [fma, vad1]`, and the list of points `co_run:`.
void write_co_run(std::ostream& out, const Device& device, ProfileWriter& writer) {
  const auto list = [](const std::string& first, const std::string& second) {
    return fmt::format("[{}{}{}]", first, second.empty() ? "" : ", ", second);
  };
  if (!device.probes.empty()) {
    out << "probes: "
        << list(yaml_text(device.probes[0], true), device.probes.size() > 1 ? yaml_text(device.probes[1], true) : "")
        << '\n';
  }
  out << (device.co_run.empty() ? "" : "co_run:\n");
  for (const CoRunPoint& point : device.co_run) {
    out << fmt::format("  - {{kernels: {}, ctas: {}, rates: {}}}\n",
                       list(yaml_text(point.kernels[0], true), yaml_text(point.kernels[1], true)),
                       list(std::to_string(point.ctas[0]), std::to_string(point.ctas[1])),
                       list(in_braces(writer.rate(point, 0)), in_braces(writer.rate(point, 1))));
  }
}

}  // namespace

void write_device(std::ostream& out, const Device& device) {
  ProfileWriter writer(device);
  out << "schema: warpshop.device/1\nname: " << yaml_text(device.name) << "\ndma_engines: " << device.dma_engines
      << '\n';
  const Yaml profile = writer.written();
  for (const auto& [key, yaml] : profile.items()) {
    print(out, 0, key, yaml);
  }
  write_co_run(out, device, writer);
  out << (device.assumed.empty() ? "" : "assumed:\n");
  std::set<std::string> written;
  for (const std::string& path : device.assumed) {
    const auto group = device.assumed_as.find(path);
    const std::string& entry = group == device.assumed_as.end() ? path : group->second;
    if (written.insert(entry).second) {
      out << "  - " << yaml_text(entry) << '\n';
    }
  }
  out << (device.provenance.empty() ? "" : "provenance:\n");
  for (const auto& [topic, text] : device.provenance) {
    out << "  " << yaml_text(topic) << ": " << yaml_text(text) << '\n';
  }
  writer.check_all_written();
}

}  // namespace warpshop::io
