#include "sim/io/sweep/sweep_axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/axis_number.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

constexpr std::size_t kMostValues = 10'000;

/// `{from: 2 GB/s, to: 64 GB/s, steps: 6, scale: log}`: the numbers, in the unit of `from`.
std::vector<std::string> decode_value_range(const YamlNode& node) {
  constexpr std::array<std::string_view, 4> kKeys{"from", "to", "steps", "scale"};
  const Fields fields(node, "a range of values", kKeys);
  const auto number = [&](std::string_view key) {
    const YamlNode& end = fields.require(key);
    const auto found = end.kind == NodeKind::scalar ? axis_number(end.text) : std::nullopt;
    if (!found) {
      refuse_value(end, "is not a number, perhaps with a unit", "such as 2 GB/s");
    }
    return *found;
  };
  const AxisNumber first = number("from");
  const AxisNumber last = number("to");
  if (first.unit != last.unit) {
    refuse_value(fields.require("to"), "is of another kind than what the range starts from", "the same");
  }
  const Quantity written = *parse_quantity(fields.require("from").text);
  const std::string unit(written.unit);
  const double from = *to_double(written);
  const double to = last.value / axis_number(fmt::format("1 {}", unit))->value;
  if (!(from < to)) {
    refuse_value(fields.require("to"), "is not above what the range starts from", "more");
  }
  const auto steps = static_cast<std::size_t>(whole_number(fields.require("steps"), 2, kMostValues));
  const YamlNode* scale = fields.find("scale");
  const bool log = scale != nullptr && scale->text == "log";
  if (scale != nullptr && (scale->kind != NodeKind::scalar || (!log && scale->text != "linear"))) {
    refuse_value(*scale, "is not a scale", "linear or log");
  }
  if (log && !(from > 0)) {
    refuse_value(fields.require("from"), "has no logarithm", "a number above 0");
  }
  std::vector<std::string> values;
  for (std::size_t i = 0; i < steps; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(steps - 1);
    const double value = i == 0           ? from
                         : i + 1 == steps ? to
                         : log            ? from * std::pow(to / from, part)
                                          : from + part * (to - from);
    // so many digits that nobody tells the difference, and few enough to read
    values.push_back(fmt::format("{:.6g}{}{}", value, unit.empty() ? "" : " ", unit));
    if (i > 0 && values[i] == values[i - 1]) {
      refuse_value(fields.require("steps"), "is so many that two values are the same to six digits", "fewer");
    }
  }
  return values;
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
  } else if (axis.name == kLinkAxis || axis.name == kComputeAxis) {
    all_are(
        [](const std::string& text) {
          const auto quantity = parse_quantity(text);
          const auto factor = quantity && quantity->unit.empty() ? to_double(*quantity) : std::nullopt;
          return factor && *factor >= 1e-6 && *factor <= 1e6;
        },
        "how many times as fast, 1e-6 to 1e6");
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
  check_repeated_keys(node);
  GridPart part;
  for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const YamlNode& key = node.children[i];
    const std::string_view called = key.text == "devices" ? kDeviceAxis : std::string_view(key.text);
    const auto axis =
        std::find_if(spec.axes.begin(), spec.axes.end(), [&](const SweepAxis& each) { return each.name == called; });
    if (axis == spec.axes.end()) {
      refuse_value(key, "is no axis of this sweep", "one of its axes");
    }
    std::set<std::size_t>& values = part[static_cast<std::size_t>(axis - spec.axes.begin())];
    const YamlNode& value = node.children[i + 1];
    if (value.kind != NodeKind::sequence) {
      values.insert(value_of_axis(*axis, value));
      continue;
    }
    for (const YamlNode& each : value.children) {
      values.insert(value_of_axis(*axis, each));
    }
  }
  return part;
}

}  // namespace

SweepAxis decode_axis(std::string axis_name, const YamlNode& node) {
  SweepAxis axis{.name = std::move(axis_name), .values = {}};
  if (node.kind == NodeKind::map) {
    axis.values = decode_value_range(node);
    return axis;
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
    axis.values.push_back(value.text);
  }
  return axis;
}

void decode_axes(const YamlNode& node, SweepSpec& spec) {
  constexpr std::array<std::string_view, 8> kKeys{"devices", "gpus",      "memory", "link",
                                                  "compute", "objective", "set",    "tasks"};
  const Fields fields(node, "the axes", kKeys);
  const auto add = [&](std::string_view axis_name, const YamlNode& values) {
    spec.axes.push_back(decode_axis(std::string(axis_name), values));
    spec.axis_marks.push_back(values.mark);
    check_values(values, spec.axes.back());
  };
  add(kDeviceAxis, fields.require("devices"));
  for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const std::string& key = node.children[i].text;
    const YamlNode& value = node.children[i + 1];
    if (key == "set" || key == "tasks") {
      if (value.kind != NodeKind::map) {
        refuse_value(value, key == "set" ? "is not a map of values of a profile" : "is not a map of values of tasks",
                     key == "set" ? "transfer.pinned.h2d.alone: [12 GB/s, 25 GB/s]" : "VA.kernel: [1 ms, 2 ms]");
      }
      check_repeated_keys(value);
      for (std::size_t path = 0; path + 1 < value.children.size(); path += 2) {
        add((key == "tasks" ? std::string(kTasksAxis) : std::string{}) + value.children[path].text,
            value.children[path + 1]);
      }
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
