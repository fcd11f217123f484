#include "sim/io/import/report/supposed_transfers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "sim/io/device/chips.hpp"

namespace warpshop::io {
namespace {

constexpr std::array kBothMemories{Memory::pinned, Memory::pageable};
constexpr std::array kBothDirections{Direction::h2d, Direction::d2h};

Direction opposite_of(Direction direction) {
  return direction == Direction::h2d ? Direction::d2h : Direction::h2d;
}

/// The bandwidth of copies alone, if it was measured.
std::optional<BytesPerSecond> measured_alone(const Device& device, Memory memory, Direction direction) {
  return device.assumed.contains(transfer_path(memory, direction, "alone")) ? std::nullopt
                                                                            : device.transfer(memory, direction).alone;
}

/// The most that pinned copies reached; 0: none was measured.
BytesPerSecond fastest_measured(const Device& device) {
  BytesPerSecond fastest{0};
  for (const Direction direction : kBothDirections) {
    fastest = std::max(fastest, measured_alone(device, Memory::pinned, direction).value_or(fastest));
  }
  return fastest;
}

std::optional<LinkModel> link_of_title(std::string_view title) {
  for (const LinkModel& link : chips().links) {
    for (std::int64_t lanes = std::max<std::int64_t>(link.lanes, 1); lanes >= 1; lanes /= 2) {
      const auto part = chips().find_link(link.lanes > 0 ? link.name + "-x" + std::to_string(lanes) : link.name);
      if (part && part->full_title() == title) {
        return lanes == link.lanes ? chips().find_link(link.name) : part;
      }
    }
  }
  return std::nullopt;
}

/// In four digits: a guess has no more.
BytesPerSecond rounded(BytesPerSecond bandwidth) {
  constexpr double kLeast = 1000;  // B/s, in as many digits
  if (bandwidth.value < kLeast) {
    return bandwidth;
  }
  const double step = std::pow(10, std::floor(std::log10(bandwidth.value)) - 3);
  return {std::round(bandwidth.value / step) * step};
}

/// Puts figures in where there are none, and says so.
class Supposition {
 public:
  Supposition(Device& device, const LinkModel& link) : device_(device), link_(link) {}

  void suppose(Direction direction) {
    const BytesPerSecond pinned = suppose_pinned(direction);
    if (link_.pageable) {
      suppose_pageable(direction, pinned);
    }
  }

 private:
  template <class Value>
  void set(Memory memory, Direction direction, std::optional<Value>& figure, std::string_view called, Value value) {
    if (!figure) {
      figure = value;
      device_.assumed.insert(transfer_path(memory, direction, called));
    }
  }

  BytesPerSecond suppose_pinned(Direction direction) {
    TransferModel& transfer = device_.transfers[index(Memory::pinned)][index(direction)];
    const auto other = measured_alone(device_, Memory::pinned, opposite_of(direction));
    const auto staged = measured_alone(device_, Memory::pageable, direction).value_or(BytesPerSecond{0});
    set(Memory::pinned, direction, transfer.alone, "alone", std::max(other.value_or(link_.usual), staged));
    set(Memory::pinned, direction, transfer.latency, "latency", link_.latency);
    if (device_.dma_engines > 1) {
      set(Memory::pinned, direction, transfer.duplex, "duplex", in_proportion(*transfer.alone, link_.duplex));
      if (link_.mixed) {
        set(Memory::pinned, direction, transfer.mixed, "mixed", in_proportion(*transfer.alone, *link_.mixed));
      }
    }
    return *transfer.alone;
  }

  /// As much slower than `alone` as that is than what is usual.
  BytesPerSecond in_proportion(BytesPerSecond alone, BytesPerSecond usual) const {
    return alone == link_.usual ? usual : rounded({alone.value * (usual.value / link_.usual.value)});
  }

  void suppose_pageable(Direction direction, BytesPerSecond pinned) {
    TransferModel& transfer = device_.transfers[index(Memory::pageable)][index(direction)];
    const BytesPerSecond usual = *link_.pageable->alone;
    BytesPerSecond alone = usual;
    if (const auto other = measured_alone(device_, Memory::pageable, opposite_of(direction))) {
      alone = std::min(*other, pinned);
    } else if (pinned != link_.usual) {
      const double staging = std::max(0.0, 1 / usual.value - 1 / link_.usual.value);
      alone = std::min(rounded({1 / (1 / pinned.value + staging)}), pinned);
    }
    set(Memory::pageable, direction, transfer.alone, "alone", alone);
    set(Memory::pageable, direction, transfer.latency, "latency", *link_.pageable->latency);
    if (device_.dma_engines > 1) {
      const BytesPerSecond mixed = *link_.pageable->mixed;
      set(Memory::pageable, direction, transfer.mixed, "mixed",
          *transfer.alone == usual ? mixed : rounded({transfer.alone->value * (mixed.value / usual.value)}));
    }
  }

  Device& device_;
  const LinkModel& link_;
};

/// The same device with none of the transfers that are assumed.
Device without_assumed(const Device& device) {
  Device known = device;
  each_bandwidth(known, [&](const std::string& path, std::optional<BytesPerSecond>& value) {
    if (device.assumed.contains(path)) {
      value.reset();
    }
  });
  for (const Memory memory : kBothMemories) {
    for (const Direction direction : kBothDirections) {
      if (device.assumed.contains(transfer_path(memory, direction, "latency"))) {
        known.transfers[index(memory)][index(direction)].latency.reset();
      }
    }
  }
  return known;
}

}  // namespace

std::optional<LinkModel> supposed_link(const Device& device) {
  const auto said = device.provenance.find("link");
  std::optional<LinkModel> link = said == device.provenance.end() ? std::nullopt : link_of_title(said->second);
  if (said == device.provenance.end() && device.sm && !device.sm->chip.empty()) {
    const ChipModel* chip = chips().find_chip(device.sm->chip);
    link = chip == nullptr ? std::nullopt : chips().link_of(*chip);
  }
  const BytesPerSecond fastest = fastest_measured(device);
  if (fastest.value == 0 || (link && link->theoretical >= fastest)) {
    return link;
  }
  link.reset();
  for (const LinkModel& one : chips().links) {
    if (one.lanes > 0 && one.theoretical >= fastest && (!link || one.theoretical < link->theoretical)) {
      link = one;
    }
  }
  return link ? link : chips().find_link("c2c");
}

void suppose_transfers(Device& device, const LinkModel& link) {
  for (const Direction direction : kBothDirections) {
    Supposition(device, link).suppose(direction);
  }
}

void take_out_supposed(Device& device, const std::optional<LinkModel>& link) {
  Device supposed = without_assumed(device);
  if (link) {
    suppose_transfers(supposed, *link);
  }
  std::set<std::string, std::less<>> taken_out;
  std::vector<std::optional<BytesPerSecond>> values;
  each_bandwidth(supposed, [&](const std::string&, auto& value) { values.push_back(value); });
  std::size_t next = 0;
  each_bandwidth(device, [&](const std::string& path, auto& value) {
    if (value == values[next++] && device.assumed.contains(path)) {
      value.reset();
      taken_out.insert(path);
    }
  });
  for (const Memory memory : kBothMemories) {
    for (const Direction direction : kBothDirections) {
      const std::string path = transfer_path(memory, direction, "latency");
      std::optional<Millis>& latency = device.transfers[index(memory)][index(direction)].latency;
      if (latency == supposed.transfer(memory, direction).latency && device.assumed.contains(path)) {
        latency.reset();
        taken_out.insert(path);
      }
    }
  }
  assume_no_longer(device, [&](const std::string& path) { return taken_out.contains(path); });
}

}  // namespace warpshop::io
