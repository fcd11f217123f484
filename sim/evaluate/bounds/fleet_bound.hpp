#pragma once

#include <cstddef>
#include <vector>

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/units.hpp"

namespace warpshop::evaluate {

/// What no plan of the fleet can fall below in that objective, however the tasks are dealt, as far as the machines that
/// count say; for a fleet of one lower_bound() of its instance. O(n log n devices).
///
/// What precedence connects is dealt as a whole: a group; a task that it leaves alone is a group too. A group costs at
/// least lower_bound() of its tasks, releases and chains counted, beside_others(), on the device where that is least;
/// of a task alone that is its least_times() one after the other from its release. C_max and L_max are no less than
/// that of any group, Σ w_j C_j no less than the sum. For the makespan, with N devices that have tasks (at most as many
/// as there are groups), further:
///   a. An engine of a device is busy for Σ p_gd ≤ T - head - tail, p_gd the least time of the stage of all tasks of
///      group g on device d, the sum over the groups dealt to d, head and tail the least that any task takes before and
///      after it on any device. So T ≥ head + tail + dealt_whole(min_d p_gd, N).
///   b. The copies of a device take T ≥ Σ_g w_gd for either of the two forms of overlapped_payloads(), w = (1 - s) h +
///      d' or h + (1 - s) d' (h, d' payloads), both linear in the tasks, so T ≥ dealt_whole(min_d w_gd, N) again.
///   c. If all devices sit on B buses, bytes / bandwidth of a bus ≤ T in each direction: T ≥ dealt_whole(min_d b_gd,
///   B).
Millis lower_bound(const Fleet& fleet, Objective objective, Machines count = kEveryMachine);

/// The least that the busiest of `devices` has to do when each of the works is done by one of them: Σ works / N, N =
/// min(devices, works); and, as of the k N + 1 largest some device has k + 1, the k + 1 smallest of those, and all that
/// are below 0 (copies that save more than they take), which that device may have as well. 0 for no works.
Millis dealt_whole(std::vector<Millis> works, std::size_t devices);

}  // namespace warpshop::evaluate
