#include "sim/io/sweep/read_sweep.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/task_sets.hpp"

namespace warpshop::io {
namespace {

/// The most values of an axis.
constexpr std::size_t kMostValues = 10'000;

/// An axis, and where its values stand: of a range all of it.
struct DecodedAxis {
  SweepAxis axis;
  std::vector<Mark> marks;
};

AxisNumber range_end(const YamlNode& node) {
  const auto found = node.kind == NodeKind::scalar ? axis_number(node.text) : std::nullopt;
  if (!found) {
    refuse_value(node, "is not a number, perhaps with a unit", "such as 2 GB/s");
  }
  return *found;
}

/// Number i of those from 0 to `last`. In long double, so that 4 of 1 to 64 is 4.
double value_between(long double from, long double to, std::size_t i, std::size_t last, bool log) {
  const auto before = static_cast<long double>(i);
  const auto after = static_cast<long double>(last - i);
  const long double all = before + after;
  return static_cast<double>(log ? from * std::exp2(before / all * (std::log2(to) - std::log2(from)))
                                 : (after * from + before * to) / all);
}

/// Whether a scale, which may be missing, is logarithmic.
bool is_log_scale(const YamlNode* scale) {
  if (scale == nullptr) {
    return false;
  }
  if (scale->kind != NodeKind::scalar || (scale->text != "log" && scale->text != "linear")) {
    refuse_value(*scale, "is not a scale", "linear or log");
  }
  return scale->text == "log";
}

/// `{from: 2 GB/s, to: 64 GB/s, steps: 6, scale: log}`: that many numbers from the one to the other, the ends among
/// them, in the unit of `from` and in the fewest digits that are read back as the same.
std::vector<std::string> decode_value_range(const YamlNode& node) {
  const MapFields fields(node, "a range of values", {"from", "to", "steps", "scale"});
  const AxisNumber first = range_end(fields.require("from"));
  const AxisNumber last = range_end(fields.require("to"));
  if (first.unit != last.unit) {
    refuse_value(fields.require("to"), "is of another kind than what the range starts from", "the same");
  }
  const Quantity start = *parse_quantity(fields.require("from").text);
  const Quantity end = *parse_quantity(fields.require("to").text);
  const std::string unit(start.unit);
  const double from = *to_double(start);
  const double to =
      end.unit == start.unit ? *to_double(end) : last.value / axis_number(fmt::format("1 {}", unit))->value;
  if (!(from < to)) {
    refuse_value(fields.require("to"), "is not above what the range starts from", "more");
  }
  const auto steps =
      static_cast<std::size_t>(whole_number(fields.require("steps"), 2, static_cast<std::int64_t>(kMostValues)));
  const bool log = is_log_scale(fields.find("scale"));
  if (log && !(from > 0)) {
    refuse_value(fields.require("from"), "has no logarithm", "a number above 0");
  }
  std::vector<std::string> values;
  for (std::size_t i = 0; i < steps; ++i) {
    const double value = i == 0 ? from : i + 1 == steps ? to : value_between(from, to, i, steps - 1, log);
    values.push_back(quantity_text(value) + (unit.empty() ? "" : " " + unit));
  }
  if (std::adjacent_find(values.begin(), values.end()) != values.end()) {
    refuse_value(fields.require("steps"), "is more than there are numbers in the range", "fewer");
  }
  return values;
}

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

/// A list of values, each once, or a range of numbers.
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

/// The axes in the order of the file, devices first.
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

/// The parts of the grid that are kept; spec has its axes.
void decode_only(const YamlNode& node, SweepSpec& spec) {
  if (node.kind != NodeKind::sequence || node.children.empty()) {
    refuse_value(node, "is no list of parts of the grid", "a list such as [{gpus: 2, link: 1}, {gpus: 1}]");
  }
  for (const YamlNode& part : node.children) {
    spec.only.push_back(decode_part(part, spec));
  }
}

constexpr std::array<std::string_view, 9> kSweepKeys{"schema", "name", "tasks",    "sets",  "clients",
                                                     "axes",   "only", "policies", "refine"};
/// Of a set, and of a population that is drawn.
constexpr auto kMostInASet = static_cast<std::int64_t>(TaskSets::kLargest);

DrawnRange decode_drawn_range(const YamlNode& node) {
  const MapFields fields(node, "a range of lengths", {"from", "to", "scale"});
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
  const MapFields fields(node, "tasks that are drawn", {"count", "seed", "h2d", "kernel", "d2h"});
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

/// Throws InputError: neither true nor false.
bool says_yes(const YamlNode& node) {
  if (!node.plain || (node.text != "true" && node.text != "false")) {
    refuse_value(node, "says neither yes nor no", "true or false");
  }
  return node.text == "true";
}

void decode_sets(const YamlNode& node, SweepSpec& spec) {
  const MapFields fields(node, "sets", {"combinations", "repetition", "random", "of", "seed", "folder"});
  const YamlNode* combinations = fields.find("combinations");
  const YamlNode* random = fields.find("random");
  const YamlNode* folder = fields.find("folder");
  if ((combinations != nullptr) + (random != nullptr) + (folder != nullptr) != 1) {
    refuse(node, "sets of no kind, or of several, expected combinations, random or folder");
  }
  if (random == nullptr && (fields.find("of") != nullptr || fields.find("seed") != nullptr)) {
    refuse(node, "of, or seed, of sets that are not drawn, expected {random: 1000, of: 64, seed: 1}");
  }
  const YamlNode* repetition = fields.find("repetition");
  if (repetition != nullptr && combinations == nullptr) {
    refuse(node, "repetition of sets that are no combinations, expected {combinations: 3, repetition: false}");
  }
  const bool repeats = repetition == nullptr || says_yes(*repetition);
  spec.sets_mark = node.mark;
  if (combinations != nullptr) {
    spec.sets = CombinationSets{.of = static_cast<std::size_t>(whole_number(*combinations, 1, kMostInASet)),
                                .repetition = repeats};
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

/// Sets, and the tasks that they are made of.
void decode_sets_and_tasks(const YamlNode& root, SweepSpec& spec) {
  const YamlNode* sets = find_value(root, "sets");
  if (sets == nullptr) {
    refuse(root, "a sweep without sets, expected the key sets, or clients");
  }
  decode_sets(*sets, spec);
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
  if (const YamlNode* refine = find_value(root, "refine")) {
    refuse(*refine, "refine in a sweep of sets of tasks, expected it beside clients");
  }
}

/// clients: the file of their workload.
void decode_clients_of(const YamlNode& root, const YamlNode& clients, SweepSpec& spec) {
  for (const std::string_view key : {"tasks", "sets"}) {
    if (const YamlNode* found = find_value(root, key)) {
      refuse(*found, std::string(key) + " beside clients, expected one of them");
    }
  }
  spec.sets = OfClients{};
  spec.tasks_mark = spec.sets_mark = clients.mark;
  spec.tasks = path_beside(spec.file, clients);
  const YamlNode* refine = find_value(root, "refine");
  spec.refine = refine != nullptr && says_yes(*refine);
}

}  // namespace

SweepSpec read_sweep(Text text) {
  constexpr std::array<std::string_view, 4> kNeeded{"schema", "name", "axes", "policies"};
  TopLevel top_level{.schema = "warpshop.sweep/1", .what = "a sweep", .known = kSweepKeys, .needed = kNeeded};
  const YamlNode root = read_map(text, top_level);
  SweepSpec spec;
  spec.file = text.file;
  spec.name = name(*find_value(root, "name"));
  if (const YamlNode* clients = find_value(root, "clients")) {
    decode_clients_of(root, *clients, spec);
  } else {
    decode_sets_and_tasks(root, spec);
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
