#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop {

/// A part of a kernel's work, which all its CTAs do so fast, relative to its other phases.
struct KernelPhase {
  double part = 1;   ///< of its subtasks, 0 < part ≤ 1; all phases together are 1, and come one after the other
  double speed = 1;  ///< kSlowestPhase … kFastestPhase
  friend bool operator==(const KernelPhase&, const KernelPhase&) = default;
};
inline constexpr double kSlowestPhase = 0.01;
inline constexpr double kFastestPhase = 100;

/// How fast a kernel is on an SM changes by chance: a factor for each SM and interval, evenly distributed with mean 1,
/// 1 - √3 deviation … 1 + √3 deviation. Intervals are counted from the start of the simulation.
struct Jitter {
  double deviation = 0;  ///< standard deviation, 0 … kMostJitter
  Millis every{0};       ///< > 0
  friend bool operator==(const Jitter&, const Jitter&) = default;
};
inline constexpr double kMostJitter = 0.5;

/// How the speed of a kernel changes while it runs, whoever is beside it; nothing: it does not.
struct KernelPace {
  std::vector<KernelPhase> phases = {};
  std::optional<Jitter> jitter = {};
  std::string owner = {};  ///< of an instance: the task, whose name and the seed say what is drawn

  friend bool operator==(const KernelPace&, const KernelPace&) = default;
};

/// What all work takes, relative to what it would at speed 1: Σ part / speed.
inline double slowness(const std::vector<KernelPhase>& phases) {
  double sum = phases.empty() ? 1 : 0;
  for (const KernelPhase& phase : phases) {
    sum += phase.part / phase.speed;
  }
  return sum;
}

}  // namespace warpshop
