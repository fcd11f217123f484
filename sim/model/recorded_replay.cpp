#include "sim/model/recorded_replay.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "sim/model/error.hpp"
#include "sim/stats/median.hpp"

namespace warpshop {
namespace {

struct Span {
  Millis start{0};
  Millis end{0};
};

/// By task; each has one stage or more, which follow each other.
std::vector<Span> spans_of(const Timeline& timeline, std::size_t tasks) {
  std::vector<Span> spans(tasks);
  std::vector<bool> seen(tasks);
  for (const Interval& interval : timeline.intervals) {
    Span& span = spans[interval.task];
    span.start = seen[interval.task] ? std::min(span.start, interval.start) : interval.start;
    span.end = std::max(span.end, interval.end);
    seen[interval.task] = true;
  }
  return spans;
}

/// In which some command ran.
Millis busy_time(std::vector<RecordedTimes> commands) {
  std::sort(commands.begin(), commands.end(),
            [](const RecordedTimes& a, const RecordedTimes& b) { return a.start < b.start; });
  Millis busy{0};
  Millis until{0};
  for (const RecordedTimes& command : commands) {
    busy += std::max(Millis{0}, command.end - std::max(command.start, until));
    until = std::max(until, command.end);
  }
  return busy;
}

RecordedPart part_of(std::string name, const std::vector<std::uint32_t>& tasks, const std::vector<Span>& predicted,
                     const std::vector<RecordedTimes>& recorded) {
  RecordedPart part{.name = std::move(name), .commands = tasks.size()};
  Span all = predicted[tasks.front()];
  Span real{recorded[tasks.front()].start, recorded[tasks.front()].end};
  std::vector<double> errors;
  std::vector<RecordedTimes> commands;
  for (const std::uint32_t task : tasks) {
    commands.push_back(recorded[task]);
    all = {std::min(all.start, predicted[task].start), std::max(all.end, predicted[task].end)};
    real = {std::min(real.start, recorded[task].start), std::max(real.end, recorded[task].end)};
    errors.push_back(std::abs((predicted[task].start - recorded[task].start).count()));
  }
  part.predicted = all.end - all.start;
  part.recorded = real.end - real.start;
  part.busy = busy_time(std::move(commands));
  part.start_error = Millis{stats::median(errors)};
  return part;
}

/// By key, in the order in which the keys first appear.
template <class Key, class KeyOf, class NameOf>
std::vector<RecordedPart> parts_by(const std::vector<Span>& predicted, const std::vector<RecordedTimes>& recorded,
                                   const Order& order, const KeyOf& key_of, const NameOf& name_of) {
  std::map<Key, std::size_t> places;
  std::vector<std::pair<Key, std::vector<std::uint32_t>>> groups;
  for (const std::uint32_t task : order) {
    const std::optional<Key> key = key_of(task);
    if (!key) {
      continue;
    }
    const auto [place, is_new] = places.try_emplace(*key, groups.size());
    if (is_new) {
      groups.push_back({*key, {}});
    }
    groups[place->second].second.push_back(task);
  }
  std::vector<RecordedPart> parts;
  parts.reserve(groups.size());
  for (const auto& [key, tasks] : groups) {
    parts.push_back(part_of(name_of(key), tasks, predicted, recorded));
  }
  return parts;
}

std::vector<RecordedPart> job_parts(const std::vector<Span>& predicted, const std::vector<RecordedTimes>& recorded,
                                    const Order& order, const Workload& workload) {
  return parts_by<std::string>(
      predicted, recorded, order,
      [&](std::uint32_t task) {
        const std::string& job = workload.tasks[task].job;
        return job.empty() ? std::nullopt : std::optional(job);
      },
      [](const std::string& job) { return job; });
}

std::vector<RecordedTimes> recorded_times(const Workload& workload) {
  std::vector<RecordedTimes> recorded;
  for (const Task& task : workload.tasks) {
    recorded.push_back(*task.recorded);
  }
  return recorded;
}

}  // namespace

std::optional<double> RecordedPart::error() const {
  return recorded > Millis{0} ? std::optional(predicted / recorded - 1) : std::nullopt;
}

Order recorded_order(const Workload& workload) {
  for (const Task& task : workload.tasks) {
    if (!task.recorded) {
      throw InputError(workload.file, task.mark,
                       "task '" + task.name + "' has no recorded times, expected a workload of warpshop import");
    }
  }
  Order order = input_order(workload.tasks.size());
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return workload.tasks[a].recorded->start < workload.tasks[b].recorded->start;
  });
  return order;
}

RecordedReplay against_recording(Simulation simulation, const Workload& workload) {
  RecordedReplay replay{.simulation = std::move(simulation), .recorded = recorded_times(workload)};
  for (const Task& task : workload.tasks) {
    replay.jobs.push_back(task.job);
  }
  const Order& order = replay.simulation.plan.order;
  const Timeline& timeline = replay.simulation.timeline;
  replay.timeline = {.intervals = timeline.intervals, .dma_engines = timeline.dma_engines};
  for (Interval& interval : replay.timeline.intervals) {
    interval.start = replay.recorded[interval.task].start;
    interval.end = replay.recorded[interval.task].end;
    replay.timeline.makespan = std::max(replay.timeline.makespan, interval.end);
  }
  const std::vector<Span> predicted = spans_of(timeline, workload.tasks.size());
  replay.whole = part_of("whole", order, predicted, replay.recorded);
  // counted from the start of the recording, so that what comes before the first command counts
  replay.whole.predicted = timeline.makespan;
  replay.whole.recorded = replay.timeline.makespan;
  const auto stage_of = [&](std::uint32_t task) {
    const Task& of = workload.tasks[task];
    return std::optional(of.h2d ? Stage::h2d : of.kernel ? Stage::kernel : Stage::d2h);
  };
  replay.engines = parts_by<Stage>(predicted, replay.recorded, order, stage_of,
                                   [&](Stage stage) { return std::string(engine_name(stage, timeline.dma_engines)); });
  replay.streams = parts_by<std::uint64_t>(
      predicted, replay.recorded, order,
      [&](std::uint32_t task) { return std::optional(replay.recorded[task].stream); },
      [](std::uint64_t stream) { return std::to_string(stream); });
  replay.by_job = job_parts(predicted, replay.recorded, order, workload);
  return replay;
}

std::optional<StepErrors> step_errors(const Timeline& timeline, const Workload& workload) {
  std::vector<double> errors;
  for (const RecordedPart& job : job_parts(spans_of(timeline, workload.tasks.size()), recorded_times(workload),
                                           recorded_order(workload), workload)) {
    if (const auto error = job.error()) {
      errors.push_back(std::abs(*error));
    }
  }
  if (errors.size() < 2) {
    return std::nullopt;
  }
  const double worst = *std::max_element(errors.begin(), errors.end());
  return StepErrors{.steps = errors.size(), .median = stats::median(errors), .worst = worst};
}

}  // namespace warpshop
