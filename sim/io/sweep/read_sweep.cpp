#include "sim/io/sweep/read_sweep.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "sim/io/sweep/value_range.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/task_sets.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<std::string_view, 7> kSweepKeys{"schema", "name", "tasks", "sets", "axes", "only", "policies"};
/// Of a set, and of a population that is drawn.
constexpr auto kMostInASet = static_cast<std::int64_t>(TaskSets::kLargest);

DrawnRange decode_drawn_range(const YamlNode& node) {
  constexpr std::array<std::string_view, 3> kKeys{"from", "to", "scale"};
  const Fields fields(node, "a range of lengths", kKeys);
  DrawnRange range{.from = duration(fields.require("from")), .to = duration(fields.require("to"))};
  if (range.to < range.from) {
    refuse_value(fields.require("to"), "is less than what the range starts from", "no less");
  }
  range.log = is_log_scale(fields.find("scale"));
  if (range.log && !(range.from > Millis{0})) {
    refuse_value(fields.require("from"), "has no logarithm", "a duration above 0");
  }
  return range;
}

TaskGenerator decode_generator(const YamlNode& node) {
  constexpr std::array<std::string_view, 5> kKeys{"count", "seed", "h2d", "kernel", "d2h"};
  const Fields fields(node, "tasks that are drawn", kKeys);
  TaskGenerator generator;
  generator.count = static_cast<std::uint32_t>(whole_number(fields.require("count"), 1, kMostInASet));
  if (const YamlNode* seed = fields.find("seed")) {
    generator.seed = static_cast<std::uint64_t>(whole_number(*seed, 0, kLargestWhole));
  }
  const auto range = [&](std::string_view stage) {
    const YamlNode* found = fields.find(stage);
    return found != nullptr ? std::optional(decode_drawn_range(*found)) : std::nullopt;
  };
  generator.h2d = range("h2d");
  generator.kernel = range("kernel");
  generator.d2h = range("d2h");
  if (!generator.h2d && !generator.kernel && !generator.d2h) {
    refuse(node, "tasks without any stage, expected h2d, kernel or d2h");
  }
  return generator;
}

std::filesystem::path path_beside(const std::string& file, const YamlNode& node) {
  const std::filesystem::path path = name(node);
  return path.is_absolute() ? path : std::filesystem::path(file).parent_path() / path;
}

void decode_sets(const YamlNode& node, SweepSpec& spec) {
  constexpr std::array<std::string_view, 5> kKeys{"combinations", "random", "of", "seed", "folder"};
  const Fields fields(node, "sets", kKeys);
  const YamlNode* combinations = fields.find("combinations");
  const YamlNode* random = fields.find("random");
  const YamlNode* folder = fields.find("folder");
  if ((combinations != nullptr) + (random != nullptr) + (folder != nullptr) != 1) {
    refuse(node, "sets of no kind, or of several, expected combinations, random or folder");
  }
  if (random == nullptr && (fields.find("of") != nullptr || fields.find("seed") != nullptr)) {
    refuse(node, "of, or seed, of sets that are not drawn, expected {random: 1000, of: 64, seed: 1}");
  }
  spec.sets_mark = node.mark;
  if (combinations != nullptr) {
    spec.sets = CombinationSets{static_cast<std::size_t>(whole_number(*combinations, 1, kMostInASet))};
  } else if (random != nullptr) {
    RandomSets sets;
    sets.count = static_cast<std::uint64_t>(whole_number(*random, 1, TaskSets::kMost));
    sets.of = static_cast<std::size_t>(whole_number(fields.require("of"), 1, kMostInASet));
    if (const YamlNode* seed = fields.find("seed")) {
      sets.seed = static_cast<std::uint64_t>(whole_number(*seed, 0, kLargestWhole));
    }
    spec.sets = sets;
  } else {
    spec.sets = FolderSets{path_beside(spec.file, *folder)};
  }
}

/// An axis, and where its values stand.
struct DecodedAxis {
  SweepAxis axis;
  std::vector<Mark> marks;
};

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
  for (const YamlNode& value : node.children) {
    if (value.kind != NodeKind::scalar || value.text.empty()) {
      refuse_value(value, "is not a value", "text or a number");
    }
    if (!seen.insert(value.text).second) {
      refuse_value(value, "stands here twice", "each value once");
    }
    decoded.axis.values.push_back(value.text);
    decoded.marks.push_back(value.mark);
  }
  return decoded;
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

/// What is an axis by itself is no value of a profile.
void check_path_of_profile(const YamlNode& key) {
  constexpr std::array<std::string_view, 6> kAxes{kDeviceAxis, kGpusAxis,    kMemoryAxis,
                                                  kLinkAxis,   kComputeAxis, kObjectiveAxis};
  if (std::find(kAxes.begin(), kAxes.end(), key.text) != kAxes.end() || key.text.starts_with(kTasksAxis)) {
    refuse(key,
           fmt::format("unknown key {}, expected the path of a value of a profile, such as launch_latency; what is "
                       "an axis by itself stands beside set",
                       describe(key)));
  }
}

/// The axes in the order of the file, devices first.
void decode_axes(const YamlNode& node, SweepSpec& spec) {
  constexpr std::array<std::string_view, 8> kKeys{"devices", "gpus",      "memory", "link",
                                                  "compute", "objective", "set",    "tasks"};
  const Fields fields(node, "the axes", kKeys);
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
    if (key == "set" || key == "tasks") {
      if (value.kind != NodeKind::map) {
        refuse_value(value, key == "set" ? "is not a map of values of a profile" : "is not a map of values of tasks",
                     key == "set" ? "transfer.pinned.h2d.alone: [12 GB/s, 25 GB/s]" : "VA.kernel: [1 ms, 2 ms]");
      }
      check_repeated_keys(value);
      for (std::size_t path = 0; path + 1 < value.children.size(); path += 2) {
        if (key == "set") {
          check_path_of_profile(value.children[path]);
        }
        add((key == "tasks" ? std::string(kTasksAxis) : std::string{}) + value.children[path].text,
            value.children[path + 1]);
      }
    } else if (key != "devices") {
      add(key, value);
    }
  }
}

std::size_t value_of_axis(const SweepAxis& axis, const YamlNode& node) {
  const auto found = std::find(axis.values.begin(), axis.values.end(), node.text);
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
    if (value.children.empty()) {
      refuse(value, "an empty list, expected one value at least");
    }
    for (const YamlNode& each : value.children) {
      values.insert(value_of_axis(*axis, each));
    }
  }
  return part;
}

void decode_only(const YamlNode& node, SweepSpec& spec) {
  if (node.kind != NodeKind::sequence || node.children.empty()) {
    refuse_value(node, "is no list of parts of the grid", "a list such as [{gpus: 2, link: 1}, {gpus: 1}]");
  }
  for (const YamlNode& part : node.children) {
    spec.only.push_back(decode_part(part, spec));
  }
}

}  // namespace

SweepSpec read_sweep(Text text) {
  TopLevel top_level{.schema = "warpshop.sweep/1", .what = "a sweep", .known = kSweepKeys};
  const YamlNode root = read_map(text, top_level);
  constexpr std::array<std::string_view, 5> kNeeded{"schema", "name", "sets", "axes", "policies"};
  top_level.require(kNeeded, root);
  SweepSpec spec;
  spec.file = text.file;
  spec.name = name(*find_value(root, "name"));
  decode_sets(*find_value(root, "sets"), spec);
  const YamlNode* tasks = find_value(root, "tasks");
  const bool has_own = std::holds_alternative<FolderSets>(spec.sets);
  if ((tasks == nullptr) != has_own) {
    refuse(tasks != nullptr ? *tasks : root,
           has_own ? "tasks beside the files of a folder, which have their own, expected none"
                   : "sets without tasks, expected the key tasks: a workload file, or what to draw tasks from");
  }
  spec.tasks_mark = tasks != nullptr ? tasks->mark : spec.sets_mark;
  if (tasks != nullptr && tasks->kind == NodeKind::map) {
    spec.tasks = decode_generator(*tasks);
  } else if (tasks != nullptr) {
    spec.tasks = path_beside(spec.file, *tasks);
  }
  decode_axes(*find_value(root, "axes"), spec);
  if (const YamlNode* only = find_value(root, "only")) {
    decode_only(*only, spec);
  }
  DecodedAxis policies = decode_axis("policies", *find_value(root, "policies"));
  spec.policies = std::move(policies.axis.values);
  spec.policy_marks = std::move(policies.marks);
  return spec;
}

}  // namespace warpshop::io
