#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/model/copy_facts.hpp"
#include "sim/model/recorded_replay.hpp"
#include "sim/model/run.hpp"
#include "sim/model/service.hpp"
#include "sim/model/simulation.hpp"
#include "sim/model/timeline_rows.hpp"

namespace warpshop::report {

// What is drawn of a result, from above. A row an engine; what overlaps on one has rows of its own below (`compute 2`,
// …), and kernels counts of the CTAs that they hold. Marks where tasks are released late, where they are
// due, and where those that are late end. The result outlives what is given.

/// Any timeline: what was recorded, another plan. The drawing refers to all of it.
struct NamedTimeline {
  std::string name;
  std::string label = {};  ///< may be empty
  const Timeline& timeline;
  std::span<const std::string> task_names;    ///< by position
  std::span<const std::string> devices = {};  ///< names, where there are several
};

/// A panel a device.
std::vector<TimelineRows> drawn(const NamedTimeline& named);

/// A panel a device, with what the plan rests on beside measured values.
std::vector<TimelineRows> drawn(const Simulation& simulation);

/// `predicted`, and below it `measured`.
std::vector<TimelineRows> drawn(const Run& run);

/// `predicted`, and below it `recorded`.
std::vector<TimelineRows> drawn(const RecordedReplay& replay);

/// One panel: what was served, by engine.
std::vector<TimelineRows> drawn(const Service& service, const ServiceTrace& trace);

/// How fast copies move, as counters over time, and whether both directions of a device do at once (`contention`, 0 or
/// 1). In GB/s (10^9 bytes) where the size of every copy that moves is known, else relative to alone. copies: by
/// position; empty: no sizes are known.
std::vector<TimelineLoad> copy_counters(std::span<const CopySpeed> speeds, std::span<const TaskCopies> copies);

}  // namespace warpshop::report
