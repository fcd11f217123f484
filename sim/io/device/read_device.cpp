#include <algorithm>
#include <array>
#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/device/chips.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/device/profile_fields.hpp"
#include "sim/io/device/value_path.hpp"
#include "sim/io/report_texts.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/group_reader.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/device_rules.hpp"
#include "sim/model/utf8.hpp"

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
    const MapFields found(element, keys_of<Point>().what, keys_of<Point>().keys);
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

constexpr std::size_t kMostProbes = 2;

const std::pair<const std::string, KernelModel>& kernel_of(const YamlNode& node, const Device& device) {
  const auto found = device.kernels.find(name(node));
  if (found == device.kernels.end()) {
    refuse_value(node, "is no kernel of this profile", "one of its kernels");
  }
  return *found;
}

/// A list of as many elements as kernels that share the SMs.
const std::vector<YamlNode>& two_of(const YamlNode& node, std::string_view expected) {
  if (node.kind != NodeKind::sequence || node.children.size() != 2) {
    refuse_value(node, node.kind == NodeKind::sequence ? "has not two elements" : "is not a list of two", expected);
  }
  return node.children;
}

/// The intervals of rates go to the device.
CoRunPoint decode_point(const YamlNode& node, Device& device) {
  const MapFields fields(node, "a point of co_run", {"kernels", "ctas", "rates"});
  const auto& kernels = two_of(fields.require("kernels"), "two kernels such as [mm, fma]");
  const auto& ctas = two_of(fields.require("ctas"), "CTAs on each SM, by kernel, such as [4, 4]");
  const auto& rates = two_of(fields.require("rates"), "rates by kernel, such as [12.1 /us, 13.1 /us]");
  CoRunPoint point;
  for (const std::size_t side : {0U, 1U}) {
    const auto& [kernel, model] = kernel_of(kernels[side], device);
    point.kernels[side] = kernel;
    point.ctas[side] = whole_number(ctas[side], 1, model.cta ? model.cta->per_sm : kLargestCount);
  }
  if (point.kernels[0] == point.kernels[1]) {
    refuse_value(kernels[1], "stands beside itself", "two different kernels");
  }
  for (const std::size_t side : {0U, 1U}) {
    read_field(rates[side], point.rates[side], {.intervals = &device.confidence, .path = co_run_path(point, side)});
  }
  return point;
}

/// One or two kernels of the device.
std::vector<std::string> decode_probes(const YamlNode& node, const Device& device) {
  constexpr std::string_view kExpected = "one or two kernels, such as [fma, vad1]";
  if (node.kind != NodeKind::sequence || node.children.empty() || node.children.size() > kMostProbes) {
    refuse_value(node, "is not a list of probes", kExpected);
  }
  std::vector<std::string> probes;
  for (const YamlNode& element : node.children) {
    probes.push_back(kernel_of(element, device).first);
    if (std::count(probes.begin(), probes.end(), probes.back()) > 1) {
      refuse_value(element, "stands here twice", kExpected);
    }
  }
  return probes;
}

/// Of kernels that the device has, with no more CTAs than their `per_sm`.
std::vector<CoRunPoint> decode_co_run(const YamlNode& node, Device& device) {
  std::vector<CoRunPoint> points;
  for (const YamlNode& element :
       elements(node, "points", "points such as {kernels: [mm, fma], ctas: [4, 4], rates: [12.1 /us, 13.1 /us]}")) {
    points.push_back(decode_point(element, device));
  }
  return points;
}

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

/// A profile, out of the map that a file holds: all but schema and assumed. The interval of a measured value is kept
/// relative to the value. Throws InputError at what is wrong, also between values, see first_mistake().
Device decode_profile(const YamlNode& profile) {
  const MapFields found(profile, "a device", kDeviceKeys);
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

/// Texts and lists of a profile that are no values.
bool is_no_value(std::string_view path) {
  constexpr std::array<std::string_view, 4> kKeys{"schema", "name", "assumed", "provenance"};
  return std::find(kKeys.begin(), kKeys.end(), path.substr(0, path.find('.'))) != kKeys.end();
}

/// `assumed` of a profile: the paths of the values that are guesses. That of a group stands for all below it. `as_read`
/// is the profile as its file has it, `profile` as it is used: a path leads to a value in one of them.
void decode_assumed(const YamlNode& node, const YamlNode& as_read, const YamlNode& profile, Device& device) {
  for (const YamlNode& entry :
       elements(node, "paths", "values that are guesses, such as [transfer.pinned.h2d.alone]")) {
    const std::string path = entry.kind == NodeKind::scalar ? entry.text : "";
    const YamlNode* now = node_at(profile, path);
    if (path.empty() || is_no_value(path) || (node_at(as_read, path) == nullptr && now == nullptr)) {
      refuse_value(entry, "is no value of this profile", "the path of one, such as transfer.pinned.h2d.alone");
    }
    if (now != nullptr) {
      std::set<std::string, std::less<>> paths;
      add_value_paths(*now, path, paths);
      for (const std::string& below : paths) {
        device.assumed.insert(below);
        if (below != path) {
          device.assumed_as.insert_or_assign(below, path);
        }
      }
    }
  }
}

Device decode(const YamlNode& as_read, std::span<const ProfileSetting> settings,
              const std::optional<std::string>& expected_name) {
  YamlNode profile = as_read;
  apply_settings(profile, settings);
  fill_in_chip(profile);
  Device device = decode_profile(profile);
  if (const YamlNode* assumed = find_value(profile, "assumed")) {
    decode_assumed(*assumed, as_read, profile, device);
  }
  for (const ProfileSetting& setting : settings) {
    assume_no_longer(device, [&](const std::string& path) { return sets(setting, path); });
  }
  if (expected_name && device.name != *expected_name) {
    refuse_value(*find_value(profile, "name"), "is not the name that the file has", in_quotes(*expected_name));
  }
  return device;
}

YamlNode read_profile(Text& text) {
  constexpr std::array<std::string_view, 3> kNeeded{"schema", "name", "dma_engines"};
  TopLevel top_level{.schema = "warpshop.device/1", .what = "a device", .known = kDeviceKeys, .needed = kNeeded};
  try {
    return read_map(text, top_level);
  } catch (const InputError&) {
    refuse_report(text);
    throw;
  }
}

}  // namespace

ProfileDocument::ProfileDocument(Text text) : text_(std::move(text)), root_(read_profile(text_)) {}

Device ProfileDocument::device(std::span<const ProfileSetting> settings,
                               const std::optional<std::string>& expected_name) const {
  try {
    return decode(root_, settings, expected_name);
  } catch (const InputError& error) {
    if (settings.empty()) {
      throw;
    }
    throw with_settings(error, settings);
  }
}

Device read_device(const std::filesystem::path& file, const std::optional<std::string>& expected_name) {
  return ProfileDocument(read_text(file)).device({}, expected_name);
}

Device parse_device(std::istream& text, const std::string& file_name, std::span<const ProfileSetting> settings) {
  return ProfileDocument(read_text(text, file_name)).device(settings);
}

}  // namespace warpshop::io
