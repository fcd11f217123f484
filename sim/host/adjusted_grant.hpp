#pragma once

#include "sim/model/processor_part.hpp"
#include "sim/model/units.hpp"

namespace warpshop::host {

/// What is known of a query while it runs. Instructions per cycle (IPC) are those of all its cores together; its work
/// is IPC × time, so a time at an IPC of 1.
struct QueryProgress {
  ProcessorPart initial;     ///< what it started with
  ProcessorPart held;        ///< now
  double predicted_ipc = 0;  ///< with what it started with, ≥ 0
  Millis predicted{0};       ///< its duration with that, ≥ 0
  double ipc = 0;            ///< in the interval that has just ended, ≥ 0
  Millis work_done{0};       ///< Σ ipc × interval so far, this one included
  Millis bound{0};           ///< T_ub, what of the target was left when it started
  Millis run{0};             ///< since it started
};

/// F of S1 5, by which a query lacks speed: max(required, predicted) / ipc, required = (W_pred - W_done) / (T_ub -
/// T_run) with W_pred = predicted_ipc × predicted. Requires run < bound. Infinite where it lacks any and ipc is 0; 1
/// where all are 0.
double lacking_speed(const QueryProgress& query);

/// What it holds from now on: cores and ways × F, one more of each if F > 1, rounded half up, then not below the
/// initial ones nor above all. All from the bound on. S1 5 bounds ways by the initial *cores*, a misprint: its worked
/// case has the initial ways. 0 ≤ initial ≤ all.
ProcessorPart adjusted_grant(ProcessorPart all, const QueryProgress& query);

}  // namespace warpshop::host
