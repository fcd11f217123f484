#include "sim/io/sweep/manifest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "sim/io/json/json_parts.hpp"
#include "sim/model/error.hpp"
#include "sim/model/task_sets.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kManifestSchema = "warpshop.manifest/1";

constexpr std::array kKinds{"combinations", "choices", "random"};  // TaskSets::Kind

Json set_names_json(const SetNames& of) {
  Json json{{"names", of.names}, {"between", of.between}, {"sets", nullptr}};
  if (of.sets) {
    json["sets"] = {{"kind", kKinds.at(static_cast<std::size_t>(of.sets->kind()))},
                    {"population", of.sets->population()},
                    {"size", of.sets->size()},
                    {"count", of.sets->count()},
                    {"seed", of.sets->seed()}};
  }
  return json;
}

SetNames set_names_of(const Json& json) {
  SetNames of{.sets = std::nullopt, .names = json.at("names"), .between = json.at("between")};
  const Json& sets = json.at("sets");
  if (!sets.is_null()) {
    const std::string kind = sets.at("kind");
    const std::size_t population = sets.at("population");
    const std::size_t size = sets.at("size");
    of.sets = kind == kKinds[0]   ? TaskSets::combinations(population, size)
              : kind == kKinds[1] ? TaskSets::choices(population, size)
                                  : TaskSets::random(population, size, sets.at("count"), sets.at("seed"));
  }
  return of;
}

/// Whether every cell has names for all of its sets.
bool names_fit(const SweepManifest& manifest) {
  const auto fits = [&](std::size_t which) {
    if (which >= manifest.set_names.size()) {
      return false;
    }
    const SetNames& of = manifest.set_names[which];
    return of.sets ? of.sets->count() == manifest.head.sets && of.sets->population() > 0 && of.sets->size() > 0 &&
                         of.sets->size() <= manifest.most_tasks &&
                         (of.names.empty() || of.names.size() == of.sets->population())
                   : of.names.size() == manifest.head.sets;
  };
  return manifest.names_of_cell.size() == manifest.head.cells.size() &&
         std::all_of(manifest.names_of_cell.begin(), manifest.names_of_cell.end(), fits);
}

Json manifest_json(const SweepManifest& manifest) {
  const Sweep& head = manifest.head;
  Json json{{"schema", kManifestSchema}, {"name", head.name}, {"inputs", manifest.inputs},
            {"engine", head.engine},     {"sets", head.sets}, {"most_tasks", manifest.most_tasks},
            {"policies", head.policies}};
  json["axes"] = list_of(head.axes, [](const SweepAxis& axis) -> Json {
    return {{"axis", axis.name}, {"values", axis.values}};
  });
  json["cells"] = list_of(head.cells, [](const SweepCell& cell) -> Json {
    return {{"values", cell.values}, {"device", cell.device}};
  });
  json["set_names"] = list_of(manifest.set_names, set_names_json);
  json["names_of_cell"] = manifest.names_of_cell;
  add_origin(json, head.basis, head.origin);
  json["file"] = head.origin.file;  // as bytes, as all texts here are
  return json;
}

SweepManifest manifest_of(const Json& json) {
  SweepManifest manifest;
  Sweep& head = manifest.head;
  json.at("name").get_to(head.name);
  json.at("inputs").get_to(manifest.inputs);
  json.at("engine").get_to(head.engine);
  json.at("sets").get_to(head.sets);
  json.at("most_tasks").get_to(manifest.most_tasks);
  json.at("policies").get_to(head.policies);
  for (const Json& axis : json.at("axes")) {
    head.axes.push_back({.name = axis.at("axis"), .values = axis.at("values")});
  }
  for (const Json& of_cell : json.at("cells")) {
    SweepCell& cell = head.cells.emplace_back();
    of_cell.at("values").get_to(cell.values);
    of_cell.at("device").get_to(cell.device);
  }
  for (const Json& of : json.at("set_names")) {
    manifest.set_names.push_back(set_names_of(of));
  }
  json.at("names_of_cell").get_to(manifest.names_of_cell);
  json.at("assumed").get_to(head.basis.assumed);
  for (const Json& known : json.value("assumed_ranges", Json::array())) {
    const Json& range = known.at("range_ms");
    head.basis.ranges.push_back({.path = known.at("path"),
                                 .value = Millis{known.at("ms").get<double>()},
                                 .range = {Millis{range.at(0).get<double>()}, Millis{range.at(1).get<double>()}}});
  }
  json.at("set").get_to(head.basis.set);
  json.at("file").get_to(head.origin.file);
  json.at("seed").get_to(head.origin.seed);
  head.origin.budget = json.at("budget").is_null() ? "" : json.at("budget").get<std::string>();
  json.at("version").get_to(head.origin.version);
  return manifest;
}

/// Throws InputError with the key.
void check_count(const std::string& file, std::string_view key, std::uint64_t count, std::uint64_t most) {
  if (count < 1 || count > most) {
    throw InputError(file, {}, fmt::format("{} {} is out of range, expected 1 to {}", key, count, most));
  }
}

/// Whether the cells are some of the product of the axes, in their order.
bool is_grid(const Sweep& head) {
  const auto is_of_axes = [&](const SweepCell& cell) {
    return std::equal(cell.values.begin(), cell.values.end(), head.axes.begin(), head.axes.end(),
                      [](std::size_t value, const SweepAxis& axis) { return value < axis.values.size(); });
  };
  const auto not_below = [](const SweepCell& first, const SweepCell& second) { return first.values >= second.values; };
  return !head.cells.empty() && std::all_of(head.cells.begin(), head.cells.end(), is_of_axes) &&
         std::adjacent_find(head.cells.begin(), head.cells.end(), not_below) == head.cells.end();
}

}  // namespace

std::string manifest_text(const SweepManifest& manifest) {
  return json_text(with_texts(manifest_json(manifest), as_utf8)) + '\n';
}

SweepManifest parse_manifest(const std::string& text, const std::string& file) {
  constexpr std::string_view kExpected = "expected what warpshop sweep --keep wrote there";
  try {
    SweepManifest manifest = manifest_of(with_texts(Json::parse(text), as_bytes));
    check_count(file, "sets", manifest.head.sets, TaskSets::kMost);
    check_count(file, "most_tasks", manifest.most_tasks, TaskSets::kLargest);
    if (manifest_text(manifest) == text && is_grid(manifest.head) && !manifest.head.policies.empty() &&
        names_fit(manifest)) {
      return manifest;
    }
  } catch (const Json::exception&) {
    throw InputError(file, {}, fmt::format("is no manifest of a sweep, {}", kExpected));
  }
  throw InputError(file, {}, fmt::format("is a manifest that was edited, {}", kExpected));
}

std::string difference(const SweepManifest& here, const SweepManifest& there) {
  const Json first = manifest_json(here);
  const Json second = manifest_json(there);
  for (const auto& [key, value] : first.items()) {
    if (key != "file" && value != second.at(key)) {
      return fmt::format("{} {} there, {} here", key, in_quotes(json_text(value)),
                         in_quotes(json_text(second.at(key))));
    }
  }
  return "";
}

std::string identity(const SweepManifest& manifest) {
  Json json = manifest_json(manifest);
  json.erase("file");
  return json_text(with_texts(json, as_utf8));
}

}  // namespace warpshop::io
