#include "sim/model/chip_table.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "sim/model/context_switch.hpp"

namespace warpshop {
namespace {

constexpr int kEnginesThatMatter = 2;

const LinkModel* of_all_lanes(const std::vector<LinkModel>& links, std::string_view name) {
  const auto found = std::find_if(links.begin(), links.end(), [&](const LinkModel& link) { return link.name == name; });
  return found == links.end() ? nullptr : &*found;
}

LinkModel with_lanes(LinkModel link, std::int64_t lanes) {
  const double part = static_cast<double>(lanes) / static_cast<double>(link.lanes);
  link.name += "-x" + std::to_string(lanes);
  link.lanes = lanes;
  for (BytesPerSecond* bandwidth : {&link.theoretical, &link.usual, &link.low, &link.high, &link.duplex}) {
    bandwidth->value *= part;
  }
  if (link.mixed) {
    link.mixed->value *= part;
  }
  if (link.pageable) {  // by the host as well as by the link: no faster than pinned copies
    link.pageable->alone = std::min(*link.pageable->alone, link.usual);
    link.pageable->mixed = std::min(*link.pageable->mixed, link.duplex);
  }
  return link;
}

/// Names without memory, and of profiles that are then called the same the one with the least.
MigModel without_memory(MigModel mig) {
  for (MigProfile& profile : mig.profiles) {
    profile.name.resize(std::min(profile.name.find('.'), profile.name.size()));
  }
  const auto kept = std::unique(mig.profiles.rbegin(), mig.profiles.rend(),
                                [](const MigProfile& less, const MigProfile& more) { return less.name == more.name; });
  mig.profiles.erase(mig.profiles.begin(), kept.base());
  return mig;
}

/// Adds the paths of all transfers that the device has, as one group.
void assume_transfers(Device& device) {
  const std::string group = "transfer";
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& transfer = device.transfer(memory, direction);
      const auto assume = [&](std::string_view figure, bool there) {
        if (there) {
          const std::string path = transfer_path(memory, direction, figure);
          device.assumed.insert(path);
          device.assumed_as.emplace(path, group);
        }
      };
      assume("latency", transfer.latency.has_value());
      assume("alone", transfer.alone.has_value());
      assume("duplex", transfer.duplex.has_value());
      assume("mixed", transfer.mixed.has_value());
    }
  }
}

void set_transfers(Device& device, const LinkModel& link) {
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    device.transfers[index(Memory::pinned)][index(direction)] = {
        .latency = link.latency, .alone = link.usual, .duplex = link.duplex, .mixed = link.mixed, .points = {}};
    if (link.pageable) {
      device.transfers[index(Memory::pageable)][index(direction)] = *link.pageable;
    }
  }
  device.provenance["link"] = link.full_title();
}

void set_chip(Device& device, const ChipModel& chip) {
  device.compute_capability = chip.compute_capability;
  device.sm = chip.sm;
  device.mig = chip.mig;
  device.memory_bandwidth = chip.memory_bandwidth;
  device.memory_size = chip.memory_size;
  if (!chip.gpus.empty()) {
    device.provenance["gpu"] = "NVIDIA " + chip.gpus.front();
  }
}

}  // namespace

const ChipModel* ChipTable::find_chip(std::string_view name) const {
  const auto found = std::find_if(chips.begin(), chips.end(), [&](const ChipModel& chip) { return chip.name == name; });
  return found == chips.end() ? nullptr : &*found;
}

const ChipModel* ChipTable::chip_of_gpu(std::string_view gpu) const {
  constexpr std::string_view kVendor = "NVIDIA ";
  if (gpu.starts_with(kVendor)) {
    gpu.remove_prefix(kVendor.size());
  }
  const auto found = std::find_if(chips.begin(), chips.end(), [&](const ChipModel& chip) {
    return std::find(chip.gpus.begin(), chip.gpus.end(), gpu) != chip.gpus.end();
  });
  return found == chips.end() ? nullptr : &*found;
}

std::optional<LinkModel> ChipTable::find_link(std::string_view name) const {
  if (const LinkModel* link = of_all_lanes(links, name)) {
    return *link;
  }
  const std::size_t dash = name.rfind("-x");
  const LinkModel* link = dash == std::string_view::npos ? nullptr : of_all_lanes(links, name.substr(0, dash));
  if (link == nullptr) {
    return std::nullopt;
  }
  const std::string_view digits = name.substr(dash + 2);
  std::int64_t lanes = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), lanes);
  const bool is_number = error == std::errc{} && end == digits.data() + digits.size() && digits.front() != '0';
  const bool is_power = lanes > 0 && (lanes & (lanes - 1)) == 0;
  return is_number && is_power && lanes <= link->lanes ? std::optional(with_lanes(*link, lanes)) : std::nullopt;
}

MigModel ChipTable::mig_of(const SmModel& sm) const {
  if (!sm.chip.empty()) {
    const ChipModel* chip = find_chip(sm.chip);
    return chip != nullptr && chip->sm.count == sm.count ? chip->mig : MigModel{};
  }
  std::optional<MigModel> common;
  for (const ChipModel& chip : chips) {
    if (chip.sm.count == sm.count) {
      const MigModel mig = without_memory(chip.mig);
      if (common && *common != mig) {
        return {};
      }
      common = mig;
    }
  }
  return common.value_or(MigModel{});
}

Device profile_of(const ChipModel* chip, const LinkModel* link) {
  Device device;
  device.name = chip != nullptr ? chip->name : link->name;
  device.provenance["source"] = "chips.yaml and links.yaml of warpshop, nothing measured";
  if (link != nullptr) {
    set_transfers(device, *link);
    assume_transfers(device);
  }
  if (chip != nullptr) {
    set_chip(device, *chip);
  }
  if (chip != nullptr && chip->context_switch) {
    device.context_switch = chip->context_switch;
    device.assumed.insert(kContextSwitchPath);
  }
  if (chip != nullptr && chip->copy_engines) {
    device.dma_engines = std::min(*chip->copy_engines, kEnginesThatMatter);
  } else {
    device.assumed.insert("dma_engines");
  }
  return device;
}

}  // namespace warpshop
