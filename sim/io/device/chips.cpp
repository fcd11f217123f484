#include "sim/io/device/chips.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/device/decode_profile.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/device/embedded_chips.hpp"
#include "sim/io/device/value_path.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/near_names.hpp"

namespace warpshop::io {
namespace {

constexpr std::int64_t kMostSlices = 64;
constexpr std::int64_t kMostLanes = 64;

/// Calls read(key, value) for each entry of a map, in the order of the file.
void each_named(const YamlNode& node, std::string_view of,
                const std::function<void(const YamlNode&, const YamlNode&)>& read) {
  if (node.kind != NodeKind::map) {
    refuse_value(node, fmt::format("is not a map of {}", of), fmt::format("{} by their names", of));
  }
  check_repeated_keys(node);
  for (std::size_t position = 0; position < node.children.size(); position += 2) {
    read(node.children[position], node.children[position + 1]);
  }
}

const std::vector<YamlNode>& elements(const YamlNode& node, std::string_view of) {
  if (node.kind != NodeKind::sequence) {
    refuse_value(node, "is not a list", fmt::format("a list of {}", of));
  }
  return node.children;
}

/// The entry of a table that a node names.
template <class Value, class Less>
const Value& named_in(const std::map<std::string, Value, Less>& table, const YamlNode& node, std::string_view what) {
  const auto found = table.find(node.text);
  if (node.kind != NodeKind::scalar || found == table.end()) {
    refuse_value(node, fmt::format("is no {} of this file", what), "one that it has");
  }
  return found->second;
}

template <class Value>
using ByName = std::map<std::string, Value, std::less<>>;

AllocationUnits read_allocation(const YamlNode& node) {
  constexpr std::array<std::string_view, 4> kKeys{"registers", "warps", "shared_memory", "reserved"};
  const Fields found(node, "the allocation of an SM", kKeys);
  return {.registers = whole_number(found.require("registers"), 1, kLargestCount),
          .warps = whole_number(found.require("warps"), 1, kLargestCount),
          .shared_memory = size(found.require("shared_memory")),
          .shared_memory_reserved = size(found.require("reserved"))};
}

/// The limits of an SM of a compute capability; without its chip and their number.
SmModel read_limits(const YamlNode& node) {
  constexpr std::array<std::string_view, 6> kKeys{"registers", "shared_memory", "threads",
                                                  "ctas",      "grids",         "allocation"};
  const Fields found(node, "the limits of an SM", kKeys);
  SmModel sm;
  sm.registers = whole_number(found.require("registers"), 1, kLargestCount);
  sm.shared_memory = size(found.require("shared_memory"));
  sm.threads = whole_number(found.require("threads"), 1, kLargestCount);
  sm.ctas = whole_number(found.require("ctas"), 1, kLargestCount);
  sm.grids = whole_number(found.require("grids"), 1, kLargestCount);
  sm.units = read_allocation(found.require("allocation"));
  return sm;
}

MigModel read_mig(const YamlNode& node) {
  constexpr std::array<std::string_view, 3> kKeys{"compute_slices", "memory_slices", "profiles"};
  constexpr std::array<std::string_view, 4> kProfileKeys{"compute", "memory", "sms", "copy_engines"};
  const Fields found(node, "a MIG table", kKeys);
  MigModel mig;
  mig.compute_slices = whole_number(found.require("compute_slices"), 1, kMostSlices);
  mig.memory_slices = whole_number(found.require("memory_slices"), 1, kMostSlices);
  for (const YamlNode& element : elements(found.require("profiles"), "profiles")) {
    const Fields profile(element, "a MIG profile", kProfileKeys);
    mig.profiles.push_back(
        {.name = {},
         .compute = whole_number(profile.require("compute"), 1, mig.compute_slices),
         .sms = static_cast<std::uint32_t>(whole_number(profile.require("sms"), 1, kMostSms)),
         .memory = whole_number(profile.require("memory"), 1, mig.memory_slices),
         .copy_engines = static_cast<int>(whole_number(profile.require("copy_engines"), 1, kMostSlices))});
  }
  return mig;
}

/// As the driver calls them: four of eight slices of 80 GB are `3g.40gb`, one of 141 GB is `1g.18gb`.
void name_profiles(MigModel& mig, Bytes memory) {
  constexpr double kGigabyte = 1e9;
  for (MigProfile& profile : mig.profiles) {
    const double share = static_cast<double>(profile.memory) / static_cast<double>(mig.memory_slices);
    const double gigabytes = static_cast<double>(memory.count) / kGigabyte * share;
    profile.name = fmt::format("{}g.{}gb", profile.compute, std::llround(gigabytes));
  }
}

/// What chips refer to by name.
struct Tables {
  ByName<SmModel> limits;
  ByName<MigModel> mig;
};

ChipModel read_chip(const YamlNode& key, const YamlNode& node, const Tables& tables) {
  constexpr std::array<std::string_view, 9> kKeys{"gpus",         "compute_capability", "sms",  "memory", "l2",
                                                  "copy_engines", "power_limit",        "link", "mig"};
  constexpr std::array<std::string_view, 2> kMemoryKeys{"bandwidth", "size"};
  const Fields found(node, "a chip", kKeys);
  ChipModel chip;
  chip.name = key.text;
  if (!is_device_name(chip.name)) {
    refuse_value(key, "is not the name of a chip", kDeviceNameExpected);
  }
  for (const YamlNode& gpu : elements(found.require("gpus"), "GPUs as drivers call them")) {
    chip.gpus.push_back(name(gpu));
  }
  const YamlNode& capability = found.require("compute_capability");
  chip.compute_capability = compute_capability(capability);
  chip.sm = named_in(tables.limits, capability, "compute capability");
  chip.sm.chip = chip.name;
  chip.sm.count = whole_number(found.require("sms"), 1, kMostSms);
  const Fields memory(found.require("memory"), "memory", kMemoryKeys);
  chip.memory_bandwidth = bandwidth(memory.require("bandwidth"));
  chip.memory_size = size(memory.require("size"));
  if (const YamlNode* l2 = found.find("l2")) {
    chip.l2 = size(*l2);
  }
  if (const YamlNode* engines = found.find("copy_engines")) {
    chip.copy_engines = static_cast<int>(whole_number(*engines, 1, kMostSlices));
  }
  if (const YamlNode* limit = found.find("power_limit")) {
    chip.power_limit = power(*limit);
  }
  if (const YamlNode* mig = found.find("mig")) {
    chip.mig = named_in(tables.mig, *mig, "MIG table");
    name_profiles(chip.mig, chip.memory_size);
  }
  return chip;
}

TransferModel read_pageable(const YamlNode& node) {
  constexpr std::array<std::string_view, 3> kKeys{"alone", "mixed", "latency"};
  const Fields found(node, "copies of pageable memory", kKeys);
  TransferModel transfer;
  transfer.latency = duration(found.require("latency"));
  transfer.alone = bandwidth(found.require("alone"));
  transfer.mixed = bandwidth(found.require("mixed"));
  return transfer;
}

LinkModel read_link(const YamlNode& key, const YamlNode& node) {
  constexpr std::array<std::string_view, 10> kKeys{"name", "lanes",  "theoretical", "usual",   "low",
                                                   "high", "duplex", "mixed",       "latency", "pageable"};
  const Fields found(node, "a link", kKeys);
  LinkModel link;
  link.name = key.text;
  if (!is_device_name(link.name)) {
    refuse_value(key, "is not the name of a link", kDeviceNameExpected);
  }
  link.title = name(found.require("name"));
  if (const YamlNode* lanes = found.find("lanes")) {
    link.lanes = whole_number(*lanes, 1, kMostLanes);
  }
  link.theoretical = bandwidth(found.require("theoretical"));
  const YamlNode& high = found.require("high");
  const YamlNode& low = found.require("low");
  link.usual = bandwidth(found.require("usual"));
  link.low = bandwidth(low);
  link.high = bandwidth(high);
  if (link.low > link.usual) {
    refuse_value(low, "is above what is usual", "low <= usual <= high <= theoretical");
  }
  if (link.high < link.usual || link.high > link.theoretical) {
    refuse_value(high, "is not between what is usual and the theoretical rate", "low <= usual <= high <= theoretical");
  }
  link.duplex = bandwidth(found.require("duplex"));
  if (const YamlNode* mixed = found.find("mixed")) {
    link.mixed = bandwidth(*mixed);
  }
  link.latency = duration(found.require("latency"));
  if (const YamlNode* pageable = found.find("pageable")) {
    link.pageable = read_pageable(*pageable);
  }
  return link;
}

YamlNode read_table(Text& text, std::string_view schema, Keys keys) {
  TopLevel top_level{.schema = schema, .what = "a table", .known = keys};
  YamlNode table = read_map(text, top_level);
  top_level.require(keys, table);
  return table;
}

Text text_of(std::string_view embedded, const char* file) {
  std::istringstream text{std::string{embedded}};
  return read_text(text, file);
}

/// Puts a node and all below it at another place.
void put_at(const YamlNode& place, YamlNode& node) {
  node.mark = place.mark;
  node.file = place.file;
  for (YamlNode& child : node.children) {
    put_at(place, child);
  }
}

/// Adds to a map what it does not have of another, at the place.
void add_missing(YamlNode& map, const YamlNode& more, const YamlNode& place) {
  for (std::size_t position = 0; position < more.children.size(); position += 2) {
    const auto same = [&](std::size_t at) { return map.children[at].text == more.children[position].text; };
    std::size_t at = 0;
    while (at < map.children.size() && !same(at)) {
      at += 2;
    }
    if (at == map.children.size()) {
      for (const std::size_t part : {position, position + 1}) {
        put_at(place, map.children.emplace_back(more.children[part]));
      }
    } else if (map.children[at + 1].kind == NodeKind::map && more.children[position + 1].kind == NodeKind::map) {
      add_missing(map.children[at + 1], more.children[position + 1], place);
    }
  }
}

}  // namespace

ChipTable read_chips(Text chips, Text links) {
  constexpr std::array<std::string_view, 4> kChipKeys{"schema", "compute_capabilities", "mig", "chips"};
  constexpr std::array<std::string_view, 2> kLinkKeys{"schema", "links"};
  ChipTable table;
  const YamlNode link_file = read_table(links, "warpshop.links/1", kLinkKeys);
  each_named(*find_value(link_file, "links"), "links",
             [&](const YamlNode& key, const YamlNode& node) { table.links.push_back(read_link(key, node)); });
  const YamlNode chip_file = read_table(chips, "warpshop.chips/1", kChipKeys);
  Tables tables;
  each_named(*find_value(chip_file, "compute_capabilities"), "compute capabilities",
             [&](const YamlNode& key, const YamlNode& node) {
               compute_capability(key);
               tables.limits.emplace(key.text, read_limits(node));
             });
  each_named(*find_value(chip_file, "mig"), "MIG tables",
             [&](const YamlNode& key, const YamlNode& node) { tables.mig.emplace(key.text, read_mig(node)); });
  each_named(*find_value(chip_file, "chips"), "chips", [&](const YamlNode& key, const YamlNode& node) {
    ChipModel chip = read_chip(key, node, tables);
    if (const YamlNode* link = find_value(node, "link")) {
      chip.link = name(*link);
      if (!table.find_link(chip.link)) {
        refuse_value(*link, "is no link", "one of links.yaml, such as pcie4 or pcie4-x8");
      }
    }
    table.chips.push_back(std::move(chip));
  });
  return table;
}

const ChipTable& chips() {
  static const ChipTable table =
      read_chips(text_of(embedded_chips(), "chips.yaml"), text_of(embedded_links(), "links.yaml"));
  return table;
}

std::vector<std::string> chip_names() {
  std::vector<std::string> names;
  for (const ChipModel& chip : chips().chips) {
    names.push_back(chip.name);
  }
  return names;
}

std::string profile_text(const ChipModel* chip, const LinkModel* link) {
  std::ostringstream text;
  write_device(text, profile_of(chip, link));
  return text.str();
}

void fill_in_chip(YamlNode& profile) {
  const YamlNode* given = node_at(profile, "sm.chip");
  if (given == nullptr) {
    return;
  }
  const YamlNode place = *given;
  const ChipModel* chip = chips().find_chip(name(place));
  if (chip == nullptr) {
    const std::vector<std::string> near = near_names(place.text, chip_names());
    refuse_value(
        place, "is no chip that is known here",
        near.empty() ? "one that `warpshop devices` lists" : fmt::format("one such as {}", fmt::join(near, ", ")));
  }
  Text text = text_of(profile_text(chip, nullptr), "chips.yaml");
  TopLevel top_level{.schema = "warpshop.device/1", .what = "a chip", .known = kDeviceKeys};
  YamlNode figures = read_map(text, top_level);
  YamlNode wanted;
  for (std::size_t position = 0; position < figures.children.size(); position += 2) {
    const std::string& key = figures.children[position].text;
    if (key == "compute_capability" || key == "sm" || key == "memory") {
      wanted.children.push_back(figures.children[position]);
      wanted.children.push_back(figures.children[position + 1]);
    }
  }
  add_missing(profile, wanted, place);
}

}  // namespace warpshop::io
