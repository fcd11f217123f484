#pragma once

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"

namespace warpshop::evaluate {

/// What no plan of the fleet can fall below in that objective, however the tasks are dealt; for a fleet of one
/// lower_bound() of its instance. O(n devices).
///
/// Every task takes at least its least_times() on the device where it is quickest, one after the other from its
/// release: T ≥ that, and Σ w_j C_j and L_max follow from it alone. For the makespan, with N devices that have tasks
/// (at most as many as there are tasks), further:
///   a. An engine of a device is busy for Σ p_jd ≤ T - head - tail, p_jd the least time of the stage of task j on
///   device
///      d, the sum over the tasks dealt to d, head and tail the least that any task takes before and after it on any
///      device. Over all devices Σ_j min_d p_jd ≤ N (T - head - tail), so T ≥ head + tail + Σ_j min_d p_jd / N.
///   b. The copies of a device take T ≥ Σ_j w_jd for either of the two forms of overlapped_payloads(), w_jd = (1 - s) h
///      + d' or h + (1 - s) d' (h, d' payloads), both linear in the tasks, so T ≥ Σ_j min_d w_jd / N again.
///   c. If all devices sit on B buses, bytes / bandwidth of a bus ≤ T in each direction, so T ≥ Σ_j min_d b_jd / B.
Millis lower_bound(const Fleet& fleet, Objective objective);

}  // namespace warpshop::evaluate
