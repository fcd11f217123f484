#pragma once

#include <span>
#include <vector>

#include "sim/model/comparison.hpp"
#include "sim/model/listed_devices.hpp"
#include "sim/model/pair_table.hpp"
#include "sim/model/recorded_replay.hpp"
#include "sim/model/run.hpp"
#include "sim/model/service.hpp"
#include "sim/model/simulation.hpp"
#include "sim/model/sweep.hpp"
#include "sim/model/sweep_manifest.hpp"
#include "sim/model/task_times.hpp"
#include "sim/model/validation.hpp"
#include "sim/model/validation_metrics.hpp"
#include "sim/result/kind.hpp"

namespace warpshop::result {

/// A simulation, with what is worked out of it once.
struct TimedSimulation {
  const Simulation& of;
  std::vector<TaskTimes> times;  ///< by position
  std::size_t due = 0;           ///< how many tasks have a due date
};

/// A cell of a sweep.
struct CellRow {
  const Sweep& in;
  const SweepCell& of;
};

/// Single results of a sweep.
struct SweepRows {
  const SweepManifest& manifest;
  std::span<const SweepPoint> points;
};

// What is described of each kind of result.
const Kind<Comparison>& kind_of(const Comparison* /*of*/);
const Kind<ListedDevices>& kind_of(const ListedDevices* /*of*/);
const Kind<PairTable>& kind_of(const PairTable* /*of*/);
const Kind<RecordedReplay>& kind_of(const RecordedReplay* /*of*/);
const Kind<Run>& kind_of(const Run* /*of*/);
const Kind<Service>& kind_of(const Service* /*of*/);
const Kind<TimedSimulation>& kind_of(const Simulation* /*of*/);
const Kind<Sweep>& kind_of(const Sweep* /*of*/);
const Kind<SweepRows>& kind_of(const SweepRows* /*of*/);
const Kind<JudgedValidation>& kind_of(const JudgedValidation* /*of*/);
const Kind<CellRow>& kind_of(const CellRow* /*of*/);  ///< part of a sweep, for tables

/// All of them.
std::vector<const Form*> forms();

/// What the description of a kind reads: the result, or it with what is worked out once.
template <class Result>
const Result& viewed(const Result& result) {
  return result;
}

TimedSimulation viewed(const Simulation& simulation);

template <class Result>
concept HasKind = requires(const Result* of) {
  kind_of(of);
};

}  // namespace warpshop::result
