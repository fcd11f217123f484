#include "sim/io/sweep/decode_axes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/sweep/decode_range.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

/// What is an axis by itself is no value of a profile.
void check_path_of_profile(const YamlNode& key) {
  constexpr std::array<std::string_view, 7> kAxes{kDeviceAxis,  kGpusAxis,     kMemoryAxis,   kLinkAxis,
                                                  kComputeAxis, kHostTimeAxis, kObjectiveAxis};
  if (std::find(kAxes.begin(), kAxes.end(), key.text) != kAxes.end() || key.text.starts_with(kTasksAxis) ||
      key.text.starts_with(kClientsAxis)) {
    refuse(key,
           fmt::format("unknown key {}, expected the path of a value of a profile, such as launch_latency; what is "
                       "an axis by itself stands beside set",
                       describe(key)));
  }
}

void check_values(const YamlNode& node, const SweepAxis& axis) {
  const auto all_are = [&](const auto& is_one, std::string_view expected) {
    for (std::size_t i = 0; i < axis.values.size(); ++i) {
      if (!is_one(axis.values[i])) {
        const YamlNode& place = node.kind == NodeKind::sequence ? node.children[i] : node;
        refuse(place, fmt::format("'{}' is no {}, expected {}", axis.values[i], axis.name, expected));
      }
    }
  };
  if (axis.name == kMemoryAxis) {
    all_are([](const std::string& text) { return text == "pinned" || text == "pageable"; }, "pinned or pageable");
  } else if (axis.name == kObjectiveAxis) {
    all_are(
        [](const std::string& text) {
          return text == name(Objective::makespan) || text == name(Objective::weighted_completion);
        },
        fmt::format("{} or {}", name(Objective::makespan), name(Objective::weighted_completion)));
  } else if (axis.name == kLinkAxis || axis.name == kComputeAxis || axis.name == kHostTimeAxis) {
    const bool of_time = axis.name == kHostTimeAxis;
    all_are(
        [&](const std::string& text) {
          const auto quantity = parse_quantity(text);
          const auto factor = quantity && quantity->unit.empty() ? to_double(*quantity) : std::nullopt;
          return factor && *factor >= (of_time ? 0 : 1e-6) && *factor <= 1e6;
        },
        of_time ? "how many times as long, 0 to 1e6" : "how many times as fast, 1e-6 to 1e6");
  } else if (axis.name == kGpusAxis) {
    all_are(
        [](const std::string& text) {
          return !text.empty() && text.size() <= 4 && text.front() != '0' &&
                 std::all_of(text.begin(), text.end(), [](char digit) { return digit >= '0' && digit <= '9'; });
        },
        "a whole number, 1 to 1024");
  }
}

std::size_t value_of_axis(const SweepAxis& axis, const YamlNode& node) {
  const auto found = std::find_if(axis.values.begin(), axis.values.end(),
                                  [&](const std::string& value) { return same_value(value, node.text); });
  if (node.kind != NodeKind::scalar || found == axis.values.end()) {
    refuse_value(node, "is no value of the axis " + axis.name, fmt::format("one of {}", fmt::join(axis.values, ", ")));
  }
  return static_cast<std::size_t>(found - axis.values.begin());
}

/// `{device: [k20c, titanx], gpus: 2}`: axes by their names, with a value of theirs or several.
GridPart decode_part(const YamlNode& node, const SweepSpec& spec) {
  if (node.kind != NodeKind::map) {
    refuse_value(node, "is no part of the grid", "axes and values of theirs, such as {gpus: 2, link: [1, 2]}");
  }
  GridPart part;
  each_entry(node, "axes", "axes and values of theirs", [&](const YamlNode& key, const YamlNode& value) {
    const std::string_view called = key.text == "devices" ? kDeviceAxis : std::string_view(key.text);
    const auto axis =
        std::find_if(spec.axes.begin(), spec.axes.end(), [&](const SweepAxis& each) { return each.name == called; });
    if (axis == spec.axes.end()) {
      refuse_value(key, "is no axis of this sweep", "one of its axes");
    }
    if (value.kind == NodeKind::sequence && value.children.empty()) {
      refuse(value, "an empty list, expected one value at least");
    }
    std::set<std::size_t>& values = part[static_cast<std::size_t>(axis - spec.axes.begin())];
    for (const YamlNode& each : value.kind == NodeKind::sequence ? std::span(value.children) : std::span(&value, 1)) {
      values.insert(value_of_axis(*axis, each));
    }
  });
  return part;
}

/// Axes of sets of tasks are none of clients, and the other way round. Throws InputError.
void check_axes_of_kind(const YamlNode& node, bool of_clients) {
  constexpr std::array<std::string_view, 6> kOfTasks{"gpus", "memory", "compute", "host_time", "objective", "tasks"};
  for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const YamlNode& key = node.children[i];
    if (of_clients && std::find(kOfTasks.begin(), kOfTasks.end(), key.text) != kOfTasks.end()) {
      refuse(key, "the axis " + key.text +
                      " is of sets of tasks, and this is a sweep of clients, expected devices, "
                      "link, set or clients");
    }
    if (!of_clients && key.text == "clients") {
      refuse(key, "values of clients in a sweep of sets of tasks, expected clients: FILE in place of tasks and sets");
    }
  }
}

}  // namespace

DecodedAxis decode_axis(std::string axis_name, const YamlNode& node) {
  DecodedAxis decoded{.axis = {.name = std::move(axis_name), .values = {}}, .marks = {}};
  if (node.kind == NodeKind::map) {
    decoded.axis.values = decode_value_range(node);
    decoded.marks.assign(decoded.axis.values.size(), node.mark);
    return decoded;
  }
  if (node.kind == NodeKind::sequence && node.children.empty()) {
    refuse(node, "an empty list, expected one value at least");
  }
  if (node.kind != NodeKind::sequence || node.children.size() > kMostValues) {
    refuse_value(node, "is not a list of values", "[one, another], or {from: 1, to: 10, steps: 4}");
  }
  std::set<std::string_view> seen;
  std::map<std::pair<std::string_view, double>, std::string_view> numbers;
  for (const YamlNode& value : node.children) {
    if (value.kind != NodeKind::scalar || value.text.empty()) {
      refuse_value(value, "is not a value", "text or a number");
    }
    if (!seen.insert(value.text).second) {
      refuse_value(value, "stands here twice", "each value once");
    }
    if (const auto number = axis_number(value.text)) {
      const auto [same, is_new] = numbers.try_emplace({number->unit, number->value}, value.text);
      if (!is_new) {
        refuse_value(value, fmt::format("is the same as {}", same->second), "each value once");
      }
    }
    decoded.axis.values.push_back(value.text);
    decoded.marks.push_back(value.mark);
  }
  return decoded;
}

void decode_axes(const YamlNode& node, SweepSpec& spec) {
  const MapFields fields(
      node, "the axes",
      {"devices", "gpus", "memory", "link", "compute", "host_time", "objective", "set", "tasks", "clients"});
  check_axes_of_kind(node, spec.of_clients());
  const auto add = [&](std::string_view axis_name, const YamlNode& values) {
    DecodedAxis decoded = decode_axis(std::string(axis_name), values);
    spec.axes.push_back(std::move(decoded.axis));
    spec.value_marks.push_back(std::move(decoded.marks));
    check_values(values, spec.axes.back());
  };
  add(kDeviceAxis, fields.require("devices"));
  for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const std::string& key = node.children[i].text;
    const YamlNode& value = node.children[i + 1];
    if (key == "set") {
      each_entry(value, "values of a profile", "transfer.pinned.h2d.alone: [12 GB/s, 25 GB/s]",
                 [&](const YamlNode& path, const YamlNode& values) {
                   check_path_of_profile(path);
                   add(path.text, values);
                 });
    } else if (key == "tasks") {
      each_entry(
          value, "values of tasks", "VA.kernel: [1 ms, 2 ms]",
          [&](const YamlNode& path, const YamlNode& values) { add(std::string(kTasksAxis) + path.text, values); });
    } else if (key == "clients") {
      each_entry(
          value, "values of clients", "chat.arrivals.poisson: [20 /s, 40 /s]",
          [&](const YamlNode& path, const YamlNode& values) { add(std::string(kClientsAxis) + path.text, values); });
    } else if (key != "devices") {
      add(key, value);
    }
  }
}

void decode_only(const YamlNode& node, SweepSpec& spec) {
  if (node.kind != NodeKind::sequence || node.children.empty()) {
    refuse_value(node, "is no list of parts of the grid", "a list such as [{gpus: 2, link: 1}, {gpus: 1}]");
  }
  for (const YamlNode& part : node.children) {
    spec.only.push_back(decode_part(part, spec));
  }
}

}  // namespace warpshop::io
