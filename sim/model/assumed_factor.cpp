#include "sim/model/assumed_factor.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace warpshop {
namespace {

/// What copies of one kind of memory may be off by.
struct TransferFactors {
  AssumedFactor latency, alone, duplex, mixed;
};

constexpr TransferFactors kPinned{
    .latency = {0.38, 1.8}, .alone = {0.83, 1.09}, .duplex = {0.65, 1.25}, .mixed = {0.55, 1.25}};
constexpr TransferFactors kPageable{.latency = {0.25, 1.3}, .alone = {0.5, 1.85}, .duplex = {}, .mixed = {0.19, 1.8}};

/// `transfer.pinned.h2d.alone` in parts; nothing: no value of that form.
struct TransferPath {
  Memory memory = Memory::pinned;
  Direction direction = Direction::h2d;
  std::string_view key;
};

std::optional<TransferPath> transfer_path(std::string_view path) {
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const std::string before = "transfer." + std::string(name(memory)) + '.' + std::string(name(direction)) + '.';
      if (path.starts_with(before)) {
        return TransferPath{memory, direction, path.substr(before.size())};
      }
    }
  }
  return std::nullopt;
}

void at_most(std::optional<BytesPerSecond>& bandwidth, const std::optional<BytesPerSecond>& most) {
  if (bandwidth && most) {
    bandwidth->value = std::min(bandwidth->value, most->value);
  }
}

void at_least(std::optional<BytesPerSecond>& bandwidth, const std::optional<BytesPerSecond>& least) {
  if (bandwidth) {
    bandwidth->value = std::max(bandwidth->value, least->value);
  }
}

}  // namespace

std::optional<AssumedFactor> assumed_factor(std::string_view path) {
  const std::optional<TransferPath> parts = transfer_path(path);
  if (!parts) {
    return std::nullopt;
  }
  const TransferFactors& factors = parts->memory == Memory::pinned ? kPinned : kPageable;
  return parts->key == "latency"                                     ? std::optional(factors.latency)
         : parts->key == "alone"                                     ? std::optional(factors.alone)
         : parts->key == "duplex" && parts->memory == Memory::pinned ? std::optional(factors.duplex)
         : parts->key == "mixed"                                     ? std::optional(factors.mixed)
                                                                     : std::nullopt;
}

void scale_assumed(Device& device, std::string_view path, double factor) {
  const std::optional<TransferPath> parts = transfer_path(path);
  if (!parts || !assumed_factor(path)) {
    throw std::logic_error("no range is known of " + std::string(path));
  }
  TransferModel& transfer = device.transfers[index(parts->memory)][index(parts->direction)];
  if (parts->key == "latency") {
    *transfer.latency *= factor;
  } else {
    (parts->key == "alone"    ? transfer.alone
     : parts->key == "duplex" ? transfer.duplex
                              : transfer.mixed)
        ->value *= factor;
  }
}

void keep_below_alone(Device& device) {
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      TransferModel& each = device.transfers[index(memory)][index(direction)];
      const std::string before = "transfer." + std::string(name(memory)) + '.' + std::string(name(direction)) + '.';
      const std::array besides{std::pair{"duplex", &each.duplex}, std::pair{"mixed", &each.mixed}};
      for (const auto& [key, beside] : besides) {
        if (*beside && !device.assumed.contains(before + key) && device.assumed.contains(before + "alone")) {
          at_least(each.alone, *beside);
        }
      }
      for (const auto& [key, beside] : besides) {
        if (device.assumed.contains(before + key)) {
          at_most(*beside, each.alone);
        }
      }
    }
  }
}

}  // namespace warpshop
