#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/error.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// A value of a profile on which the times of a workload rest.
struct Need {
  std::string path;   ///< of the value: `transfer.pinned.h2d.alone`
  bool there = true;  ///< the profile has it
  Mark mark;          ///< of what needs it, in the workload
  std::string user;   ///< what needs it: `task 'a' copies 16 B in from pinned memory`
};

/// Of every value once, the first thing that needs it. Sizes need the latency, and bandwidth alone or the points around
/// them; copies that may oppose each other, being of different tasks, in opposite directions and not both pageable, on
/// a device with two DMA engines, need the bandwidth beside each other and alone, whose ratio slows them; a kernel by
/// name needs its per_element and invocation (one that its task describes nothing), a footprint memory.size. A family
/// needs nothing: see context_switch_range(). Copies of a device that `shares_bus` need the bus of their direction, and
/// their bandwidth alone; those that a narrower bus limits need it as well. Kernels that the profile does not know are
/// left out.
std::vector<Need> needs(const Workload& workload, const Device& device, bool shares_bus = false);

/// Throws InputError at the first need that is not there, naming all of them.
void check_needs(const Workload& workload, const Device& device, bool shares_bus = false);

/// The values of the profiles that are both assumed and needed by the workload: their paths, after the name of their
/// profile where there are several: `box: transfer.pinned.h2d.alone`. `bus.duplex` is assumed as well where it is
/// missing and copies go both ways over a bus that devices share: the directions are taken not to meet there.
std::vector<std::string> assumed_values(const Workload& workload, std::span<const Device> devices);

/// By such a path, the group that its profile assumes as a whole: see Device::assumed_as.
std::map<std::string, std::string, std::less<>> assumed_groups(std::span<const Device> devices);

/// What needed values of the profiles are odd, for people: a bandwidth beside an opposing copy that is above the one
/// alone.
std::vector<std::string> odd_values(const Workload& workload, std::span<const Device> devices);

}  // namespace warpshop
