#pragma once

#include <span>
#include <vector>

#include "sim/host/applications.hpp"
#include "sim/host/emu_rule.hpp"
#include "sim/host/queries.hpp"
#include "sim/host/query_predictor.hpp"
#include "sim/host/speeds.hpp"
#include "sim/model/units.hpp"

namespace warpshop::host {

/// An application that answers queries on a server, and best-effort work beside it: one, as in S1's 56 pairs, or more.
struct Pair {
  const Processor& processor;
  const QueryApplication& application;
  const QueryAssumptions& assumed;
  std::span<const Query> queries;  ///< at least one
  std::vector<BestEffortApplication> best_effort;
};

struct PairOutcome {
  Millis p99{0};           ///< 99 % of all queries are answered within it; between two ranks linearly
  double best_effort = 0;  ///< what best-effort work does, over what it would do alone on the whole processor
};

/// Threads of all on all cores, so many copies of each best-effort work (SharedRule). `os`: as many as there are cores.
PairOutcome under_os(const Pair& pair, int copies);

struct StaticOptimum {
  int copies = 0;
  PairOutcome outcome;
};
/// `static-opt`: as many copies of each best-effort work, up to one a core, as keep the target, none if one breaks it.
/// Copies are tried from one on, until some break it.
StaticOptimum static_optimum(const Pair& pair, Millis target);

/// `emu` and what leaves parts of it out (EmuRule), beside the first best-effort work.
PairOutcome under_emu(const Pair& pair, const QueryPredictor& predictor, const EmuSettings& settings);

}  // namespace warpshop::host
