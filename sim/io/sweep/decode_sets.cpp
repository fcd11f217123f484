#include "sim/io/sweep/decode_sets.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "sim/io/sweep/decode_range.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/task_sets.hpp"

namespace warpshop::io {
namespace {

/// Of a set, and of a population that is drawn.
constexpr auto kMostInASet = static_cast<std::int64_t>(TaskSets::kLargest);

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

}  // namespace

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

}  // namespace warpshop::io
