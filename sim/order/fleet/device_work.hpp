#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::order {

/// Of an engine that has nothing to do.
inline constexpr Millis kNoStage{std::numeric_limits<double>::infinity()};

/// An engine: what comes at least before its first stage, on it, and after its last.
struct EngineWork {
  Millis head = kNoStage;
  Millis work{0};
  Millis tail = kNoStage;
};

/// What tasks are on a device.
struct DeviceWork {
  std::array<EngineWork, 3> engines{};
  evaluate::Payloads payloads{};
  Millis longest{0};  ///< task, from its release
  Millis total{0};

  void add(const DeviceWork& other);
  /// What the tasks take at the least: the longest of them, least head + work + least tail of each engine,
  /// evaluate::overlapped_payloads().
  Millis load(const Instance& device) const;
};

DeviceWork work_of(const Instance& device, std::uint32_t task);

}  // namespace warpshop::order
