#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "dispatch/plan/runner.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/units.hpp"
#include "sim/stats/stop_rule.hpp"

namespace warpshop::dispatch {

/// How contestants are measured.
struct MeasureOptions {
  std::size_t warm_up = 1;  ///< repetitions of each that count for nothing but the check of its results
  /// Whether a contestant's results are compared, in its first repetition, be it warm-up or not.
  std::function<Check(std::size_t contestant)> check = [](std::size_t) { return Check::no; };
  stats::StopRule rule;  ///< when one has been repeated often enough; samples are makespans in milliseconds
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  std::function<bool()> stopped = [] { return false; };  ///< asked between repetitions: whether to leave off
};

/// Something that can run again and again: a plan, or another way to run the same tasks. Throws DeviceError.
using Contestant = std::function<Repetition(Check)>;

/// Both outlive it.
Contestant contestant(Runner& runner, const Plan& plan);

/// Called after every repetition that counts: which contestant, and how it went.
using OnRepetition = std::function<void(std::size_t contestant, const Repetition&)>;

/// What measuring gave.
struct Measurements {
  std::vector<std::vector<Millis>> makespans;  ///< by contestant
  std::vector<std::size_t> wrong;              ///< tasks whose results were wrong with any contestant
  bool complete = true;                        ///< no: it was left off, and `wrong` is not known
};

/// Runs every contestant again and again, one of each in turn, so that what changes while it lasts (clocks,
/// temperature, others on the machine) meets all of them alike; one drops out once the rule says so. Throws
/// DeviceError.
Measurements measure(std::span<const Contestant> contestants, const MeasureOptions& options,
                     const OnRepetition& on_repetition);

}  // namespace warpshop::dispatch
