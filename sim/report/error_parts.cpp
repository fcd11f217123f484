#include "sim/report/error_parts.hpp"

#include <algorithm>
#include <cassert>

#include "sim/model/measured_time.hpp"
#include "sim/report/critical_path.hpp"

namespace warpshop::report {
namespace {

Millis duration(const Interval& interval) {
  return interval.end - interval.start;
}

StageError stage_error(Stage stage, const Timeline& predicted, const Timeline& measured) {
  StageError error;
  std::size_t timed = 0;
  double sum = 0;
  for (std::size_t i = 0; i < measured.intervals.size(); ++i) {
    assert(predicted.intervals[i].task == measured.intervals[i].task);
    assert(predicted.intervals[i].stage == measured.intervals[i].stage);
    if (measured.intervals[i].stage != stage) {
      continue;
    }
    const Millis expected = duration(predicted.intervals[i]);
    const Millis taken = duration(measured.intervals[i]);
    ++error.commands;
    error.predicted += expected;
    error.measured += taken;
    if (taken > Millis{0}) {
      sum += relative_error(expected, taken);
      ++timed;
    }
  }
  error.mean_error = timed > 0 ? sum / static_cast<double>(timed) : 0;
  return error;
}

}  // namespace

ErrorParts error_parts(const Plan& plan, const Timeline& predicted, const Timeline& measured) {
  assert(predicted.intervals.size() == measured.intervals.size());
  ErrorParts parts;
  parts.total = measured.makespan - predicted.makespan;
  for (const Stage stage : kStages) {
    parts.stages[index(stage)] = stage_error(stage, predicted, measured);
  }
  parts.path = critical_path(plan, measured);
  for (std::size_t i = 0; i < parts.path.size(); ++i) {
    const Interval& command = measured.intervals[parts.path[i]];
    parts.stages[index(command.stage)].on_path += duration(command) - duration(predicted.intervals[parts.path[i]]);
    if (i > 0) {
      parts.gaps += std::max(Millis{0}, command.start - measured.intervals[parts.path[i - 1]].end);
    }
  }
  parts.rest = parts.total - parts.gaps;
  for (const StageError& stage : parts.stages) {
    parts.rest -= stage.on_path;
  }
  return parts;
}

}  // namespace warpshop::report
