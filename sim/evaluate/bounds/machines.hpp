#pragma once

#include <array>
#include <bitset>
#include <limits>

#include "sim/evaluate/bounds/copies.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// The machines that serve one stage at a time, by Stage. A bound that counts on one says so; what it says of the
/// others is only how long a stage takes at the least.
using Machines = std::bitset<3>;
inline constexpr Machines kEveryMachine{0b111};
/// Where kernels share the GPU.
inline constexpr Machines kCopyEngines{0b101};

/// A stage of a task: what comes at least before it, from the start of all, the stage, and what comes after it.
struct Visit {
  Millis head{0}, work{0}, tail{0};
};
/// By stage, from release, least_times() and the gaps between stages.
std::array<Visit, 3> visits(const Instance& instance, const Job& job);

/// A machine that makes the visits of some tasks, one at a time.
struct Machine {
  Millis head = kUnreached;
  Millis work{0};
  Millis tail = kUnreached;

  void add(const Visit& visit);
  void add(const Machine& other);
  /// Least head + total work + least tail; 0 without visits.
  Millis bound() const;

  static constexpr Millis kUnreached{std::numeric_limits<double>::infinity()};
};

/// What tasks take of a device: adds up.
struct Load {
  std::array<Machine, 3> machines{};
  Payloads payloads{};
  Millis longest{0};  ///< task, from its release
  Millis total{0};    ///< all least_times()

  void add(const Load& other);
  /// What the tasks take at the least: the longest of them; each machine's bound(); overlapped_payloads().
  Millis bound(const Instance& device) const;
};
Load load_of(const Instance& device, const Job& job);

/// Classical one-machine bounds of the three-machine flow shop, of the machines that count, and the longest task alone
/// from its release. Each copy counts with the fastest rate it can ever see (alone, or what it gets beside the other
/// kind of memory, where that is faster).
Millis classical_bound(const Instance& instance, Machines count = kEveryMachine);

/// Copies that never overlap, one after the other: pageable copies of both directions, or all copies of a device with
/// one DMA engine; least_times() again. 0 where there are none in one of the two directions.
Millis exclusive_bound(const Instance& instance);

}  // namespace warpshop::evaluate
