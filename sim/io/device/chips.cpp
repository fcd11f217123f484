#include "sim/io/device/chips.hpp"

#include <array>
#include <cmath>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/device/device_yaml.hpp"
#include "sim/io/device/profile_fields.hpp"
#include "sim/io/device/value_path.hpp"
#include "sim/io/near_names.hpp"
#include "sim/io/yaml/document.hpp"

namespace warpshop::io {

static constexpr std::int64_t kMostSlices = 64;
static constexpr std::int64_t kMostLanes = 64;

// The groups of the tables.

/// The limits of an SM of a compute capability; without its chip and their number.
struct SmLimits {
  SmModel sm;
};
static std::string_view fields(SmLimits& limits, const auto& visit) {
  visit_limits(limits.sm, visit);
  return "the limits of an SM";
}

static std::string_view fields(MigProfile& profile, const auto& visit) {
  visit("compute", profile.compute, Count{.high = kMostSlices});
  visit("memory", profile.memory, Count{.high = kMostSlices});
  visit("sms", profile.sms, Count{.high = kMostSms});
  visit("copy_engines", profile.copy_engines, Count{.high = kMostSlices});
  return "a MIG profile";
}

static std::string_view fields(MigModel& mig, const auto& visit) {
  visit("compute_slices", mig.compute_slices, Count{.high = kMostSlices});
  visit("memory_slices", mig.memory_slices, Count{.high = kMostSlices});
  visit("profiles", mig.profiles);
  return "a MIG table";
}

/// A chip as the file has it, with the name of its MIG table.
struct ChipEntry {
  ChipModel chip;
  MemoryModel memory;
  std::string mig;
};
static std::string_view fields(ChipEntry& entry, const auto& visit) {
  visit("gpus", entry.chip.gpus, Needed{});
  visit("compute_capability", entry.chip.compute_capability, Needed{});
  visit("sms", entry.chip.sm.count, Count{.high = kMostSms});
  visit("memory", entry.memory, Needed{});
  visit("l2", entry.chip.l2);
  visit("copy_engines", entry.chip.copy_engines, Count{.high = kMostSlices});
  visit("power_limit", entry.chip.power_limit);
  visit("context_switch", entry.chip.context_switch);
  visit("link", entry.chip.link);
  visit("mig", entry.mig);
  return "a chip";
}

static std::string_view fields(LinkModel& link, const auto& visit) {
  visit("name", link.title);
  visit("lanes", link.lanes, Count{.high = kMostLanes, .otherwise = 0});
  visit("theoretical", link.theoretical);
  visit("usual", link.usual);
  visit("low", link.low);
  visit("high", link.high);
  visit("duplex", link.duplex);
  visit("mixed", link.mixed);
  visit("latency", link.latency, Needed{});
  visit("pageable", link.pageable);
  return "a link";
}

namespace {

/// What a key of a table calls a chip or a link.
std::string name_in_table(const YamlNode& key, std::string_view what) {
  if (!is_device_name(key.text)) {
    refuse_value(key, fmt::format("is not the name of a {}", what), kDeviceNameExpected);
  }
  return key.text;
}

template <class Value>
using ByName = std::map<std::string, Value, std::less<>>;

/// The entry of a table that a node names.
template <class Value>
const Value& named_in(const ByName<Value>& table, const YamlNode& node, std::string_view what) {
  const auto found = table.find(node.text);
  if (node.kind != NodeKind::scalar || found == table.end()) {
    refuse_value(node, fmt::format("is no {} of this file", what), "one that it has");
  }
  return found->second;
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
  const MapFields found(node, "a chip", keys_of<ChipEntry>().keys);
  const SmModel& limits = named_in(tables.limits, found.require("compute_capability"), "compute capability");
  ChipEntry entry{.chip = {.name = name_in_table(key, "chip"), .sm = limits}};
  read_field(node, entry, {});
  ChipModel& chip = entry.chip;
  chip.sm.chip = chip.name;
  chip.memory_bandwidth = entry.memory.bandwidth.value();
  chip.memory_size = entry.memory.size.value();
  if (!entry.mig.empty()) {
    chip.mig = named_in(tables.mig, found.require("mig"), "MIG table");
    name_profiles(chip.mig, chip.memory_size);
  }
  return chip;
}

LinkModel read_link(const YamlNode& key, const YamlNode& node) {
  constexpr std::string_view kExpected = "low <= usual <= high <= theoretical";
  LinkModel link{.name = name_in_table(key, "link")};
  read_field(node, link, {});
  if (link.low > link.usual) {
    refuse_value(*find_value(node, "low"), "is above what is usual", kExpected);
  }
  if (link.high < link.usual || link.high > link.theoretical) {
    refuse_value(*find_value(node, "high"), "is not between what is usual and the theoretical rate", kExpected);
  }
  return link;
}

YamlNode read_table(Text& text, std::string_view schema, Keys keys) {
  TopLevel top_level{.schema = schema, .what = "a table", .known = keys, .needed = keys};
  return read_map(text, top_level);
}

/// Adds to a map what it does not have of another, at the place.
void add_missing(YamlNode& map, const YamlNode& more, const YamlNode& place) {
  for (std::size_t position = 0; position < more.children.size(); position += 2) {
    const YamlNode& key = more.children[position];
    const YamlNode& value = more.children[position + 1];
    auto* known = const_cast<YamlNode*>(find_value(map, key.text));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    if (known == nullptr) {
      for (const YamlNode* part : {&key, &value}) {
        put_at(place, map.children.emplace_back(*part));
      }
    } else if (known->kind == NodeKind::map && value.kind == NodeKind::map) {
      add_missing(*known, value, place);
    }
  }
}

}  // namespace

ChipTable read_chips(Text chips, Text links) {
  constexpr std::array<std::string_view, 4> kChipKeys{"schema", "compute_capabilities", "mig", "chips"};
  constexpr std::array<std::string_view, 2> kLinkKeys{"schema", "links"};
  ChipTable table;
  const YamlNode link_file = read_table(links, "warpshop.links/1", kLinkKeys);
  const YamlNode chip_file = read_table(chips, "warpshop.chips/1", kChipKeys);
  const auto each_in = [](const YamlNode& file, std::string_view key, const auto& take) {
    each_entry(*find_value(file, key), key, fmt::format("{} by their names", key), take);
  };
  each_in(link_file, "links",
          [&](const YamlNode& key, const YamlNode& node) { table.links.push_back(read_link(key, node)); });
  Tables tables;
  each_in(chip_file, "compute_capabilities", [&](const YamlNode& key, const YamlNode& node) {
    compute_capability(key);
    tables.limits.emplace(key.text, group_of<SmLimits>(node).sm);
  });
  each_in(chip_file, "mig",
          [&](const YamlNode& key, const YamlNode& node) { tables.mig.emplace(key.text, group_of<MigModel>(node)); });
  each_in(chip_file, "chips", [&](const YamlNode& key, const YamlNode& node) {
    ChipModel chip = read_chip(key, node, tables);
    if (!chip.link.empty() && !table.find_link(chip.link)) {
      refuse_value(*find_value(node, "link"), "is no link", "one of links.yaml, such as pcie4 or pcie4-x8");
    }
    table.chips.push_back(std::move(chip));
  });
  return table;
}

const ChipTable& chips() {
  static const ChipTable table = read_chips(checked_text(std::string(embedded_chips()), "chips.yaml"),
                                            checked_text(std::string(embedded_links()), "links.yaml"));
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
  Text text = checked_text(profile_text(chip, nullptr), "chips.yaml");
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
