#include "sim/io/sweep/read_sweep.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "sim/io/sweep/sweep_axes.hpp"
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
  constexpr std::array<std::string_view, 6> kKeys{"combinations", "repetition", "random", "of", "seed", "folder"};
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
  const YamlNode* repetition = fields.find("repetition");
  if (repetition != nullptr && combinations == nullptr) {
    refuse(node, "repetition of sets that are no combinations, expected {combinations: 3, repetition: false}");
  }
  if (repetition != nullptr && !(repetition->plain && (repetition->text == "true" || repetition->text == "false"))) {
    refuse_value(*repetition, "says neither yes nor no", "true or false");
  }
  spec.sets_mark = node.mark;
  if (combinations != nullptr) {
    spec.sets = CombinationSets{.of = static_cast<std::size_t>(whole_number(*combinations, 1, kMostInASet)),
                                .repetition = repetition == nullptr || repetition->text == "true"};
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
