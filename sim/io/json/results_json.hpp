#pragma once

#include <ostream>

#include "sim/model/comparison.hpp"
#include "sim/model/format.hpp"
#include "sim/model/listed_devices.hpp"
#include "sim/model/pair_table.hpp"
#include "sim/model/recorded_replay.hpp"
#include "sim/model/run.hpp"
#include "sim/model/service.hpp"
#include "sim/model/simulation.hpp"
#include "sim/model/sweep.hpp"
#include "sim/model/validation.hpp"
#include "sim/model/validation_metrics.hpp"

namespace warpshop::io {

// Results as JSON documents, numbers unrounded; docs/schema says what each key is.

/// One line: `warpshop.compare/1`; `skipped` only where a policy was. `distribution` is null but for random:N,
/// `late_tasks` null where no task has a due date.
void print(std::ostream& out, const format::Json& format, const Comparison& comparison);

/// `warpshop.timeline/1`: the plan, every interval, and when each task may start, is due and ends (`due_ms` and
/// `slack_ms` null without a due date). Intervals and tasks are written one by one.
void print(std::ostream& out, const format::Json& format, const Simulation& simulation);

/// `warpshop.run/1`: the plan, its makespan as predicted and as measured (median with its 95 % interval, and every
/// repetition), what the error consists of, and every interval as predicted and as measured. `results_correct` is null
/// if results were not checked. Only where they are there: `wrong`, `drift`, `planning_us`, `submission_us`,
/// `error_parts`. Intervals are written one by one. run.makespans: at least one.
void print(std::ostream& out, const format::Json& format, const Run& run);

/// One line: `warpshop.validate/1`: every measured plan with its samples, errors over the orders, what each policy's
/// plan is worth, speed-ups, rivals. `orders` holds positions in `plans`. A plan's `order` holds positions in the
/// workload, and beside it stands what json_parts.hpp's add_execution() writes. Null: `results_correct` that were not
/// checked, a rank correlation that does not exist.
void print(std::ostream& out, const format::Json& format, const JudgedValidation& judged);

/// `warpshop.serve/1`. `results_correct` is null where none were checked; `stopping_ms` stands only where it was
/// stopped.
void print(std::ostream& out, const format::Json& format, const Service& service);

/// `warpshop.pairs/1`; `error` and `file`, and what was measured, only where it was.
void print(std::ostream& out, const format::Json& format, const PairTable& table);

/// `warpshop.swept/1`: per cell what each policy does over the sets, and the tests; what each axis does.
void print(std::ostream& out, const format::Json& format, const Sweep& sweep);

/// `warpshop.replay/1`: the whole, its engines, streams and jobs, and every command, predicted and recorded; `steps`
/// only where the second half was predicted by the first. Commands are written one by one.
void print(std::ostream& out, const format::Json& format, const RecordedReplay& replay);

/// `warpshop.devices/1`: profiles known here, and GPUs found, each with whether a profile that can be used is of it.
void print(std::ostream& out, const format::Json& format, const ListedDevices& listed);

}  // namespace warpshop::io
