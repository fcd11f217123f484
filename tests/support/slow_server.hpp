#pragma once

#include <span>
#include <vector>

#include "sim/host/emu_rule.hpp"
#include "sim/host/queries.hpp"

namespace warpshop::test {

/// What a server does, step by step of 1/256 ms: everything is looked at anew in each. Written from the rules alone; of
/// the program it uses values, none of its functions.
struct SlowServer {
  host::Processor processor;
  host::QueryApplication application;
  std::vector<host::BestEffortApplication> best_effort;
  std::span<const host::Query> queries;

  struct Outcome {
    std::vector<double> latencies_ms;
    std::vector<double> best_effort_ms;  ///< of one core with all ways on an idle memory
  };
  Outcome under_os(std::span<const int> copies, double crowding_loss) const;
  Outcome under_emu(const host::QueryPredictor& predictor, const host::EmuSettings& settings) const;
};

/// Speeds by halving: no derivatives.
std::vector<double> slow_speeds(const host::Processor& processor, std::span<const host::Running> running);

}  // namespace warpshop::test
