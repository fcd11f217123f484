#include "dispatch/plan/runner.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "dispatch/submit/measured_timeline.hpp"
#include "dispatch/submit/submission_threads.hpp"
#include "sim/model/error.hpp"
#include "sim/model/resolve_fields.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::size_t kMostThreads = 1024;

bool is_pageable(const std::optional<ConcreteTask::Transfer>& copy) {
  return copy && copy->memory == Memory::pageable;
}

}  // namespace

Runner::PreparedTask::PreparedTask(const gpu::Device& device, const ConcreteTask& task, std::string its_name)
    : name(std::move(its_name)), memory(device, task), stream(device) {
  stages = task.stages();
  alone = {is_pageable(task.h2d), false, is_pageable(task.d2h)};  // or it may hold up other threads inside the driver
  for (const Stage stage : kStages) {
    if (has(stage)) {
      events[index(stage)] = std::make_shared<CommandEvents>(device);
    }
  }
}

Runner::Runner(gpu::Device device, const Workload& realised, Check check, const Instance* instance)
    : device_(std::move(device)),
      instance_(instance),
      one_thread_(realised.submit == Submit::one_thread),
      issue_(realised.issue),
      tasks_(concrete_tasks(realised, check == Check::yes)),
      control_(device_),
      engines_{gpu::Stream(device_), gpu::Stream(device_), gpu::Stream(device_)},
      origin_(device_) {
  const std::vector<std::string> names = task_names(realised);
  prepared_.reserve(tasks_.size());
  for (const Task& task : realised.tasks) {
    try {
      for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
        const std::size_t number = prepared_.size();
        prepared_.push_back(std::make_shared<PreparedTask>(device_, tasks_[number], names[number]));
      }
    } catch (const DeviceError& error) {
      throw error.during(task_place(realised, task));
    }
  }
  for (const Precedence& pair : precedence_of(realised)) {
    prepared_[pair.after]->after.push_back(pair);
    precedence_ = true;
  }
}

Repetition Runner::run(const Plan& plan, Check check) {
  assert(!plan.order.empty());
  assert(plan.gates.empty() || plan.submission == Submission::ordered);
  Repetition repetition;
  const std::span<const std::uint32_t> order(plan.order);
  if (plan.share) {
    run_shared(plan, check, repetition);
    return repetition;
  }
  connect(plan);
  if (plan.rounds.empty()) {
    run_round(plan, order, check, repetition);
  } else {
    std::size_t begin = 0;
    for (const std::uint32_t length : plan.rounds) {
      unload_all();
      run_round(plan, order.subspan(begin, length), check, repetition);
      begin += length;
    }
    unload_all();
  }
  std::sort(repetition.wrong.begin(), repetition.wrong.end());
  repetition.timeline = timeline(plan);
  return repetition;
}

void Runner::load(std::span<const std::uint32_t> tasks) {
  try {
    for (const std::uint32_t task : tasks) {
      if (!prepared_[task]->memory.loaded()) {
        prepared_[task]->memory.load(control_);
      }
    }
  } catch (const DeviceError& error) {
    std::int64_t needed = 0;
    for (const std::uint32_t task : tasks) {
      needed += footprint(task).count;
    }
    unload_all();
    throw error.during(
        fmt::format("{} tasks need {} MiB of device memory together", tasks.size(), (needed + (1 << 20) - 1) >> 20));
  }
}

void Runner::unload_all() {
  for (const auto& task : prepared_) {
    task->memory.unload();
  }
}

/// Nobody comes after anybody, and nobody keeps anybody.
void Runner::disconnect() noexcept {
  for (const auto& task : prepared_) {
    task->comes_after = {};
    task->submitted = {};
  }
}

/// The streams of commands, and whom these come after by the workload and by the plan's gates. What was in an earlier
/// round has ended. In ordered submission an engine ends its commands in the plan's order: of predecessors whose last
/// stages share an engine, the last one in the plan.
void Runner::connect(const Plan& plan) {
  disconnect();
  for (std::size_t place = 0; place < plan.order.size(); ++place) {
    PreparedTask& task = *prepared_[plan.order[place]];
    task.place = place;
    for (const Stage stage : kStages) {
      task.streams[index(stage)] = plan.submission == Submission::ordered ? &engines_[index(stage)] : &task.stream;
    }
  }
  for (const auto& task : prepared_) {
    std::vector<Command>& awaited = task->comes_after[index(task->first())];
    for (const Precedence& pair : task->after) {
      const std::shared_ptr<PreparedTask>& before = prepared_[pair.before];
      const auto of_engine = plan.submission == Submission::streams
                                 ? awaited.end()
                                 : std::ranges::find(awaited, before->last(), &Command::stage);
      if (of_engine == awaited.end()) {
        awaited.push_back({before, before->last()});
      } else if (static_cast<const PreparedTask&>(*of_engine->task).place < before->place) {
        of_engine->task = before;
      }
    }
  }
  for (const Gate& gate : plan.gates) {
    prepared_[gate.d2h]->comes_after[index(Stage::d2h)].push_back({prepared_[gate.h2d], Stage::h2d});
  }
}

/// The order of submission of a round, in which every event is recorded before anybody waits for it: as given, but a
/// task stands behind those of the round that it comes after.
Order Runner::submission_order(std::span<const std::uint32_t> order) const {
  if (!precedence_) {
    return {order.begin(), order.end()};
  }
  const std::size_t begin = prepared_[order.front()]->place;
  std::vector<std::vector<std::size_t>> successors(order.size());  // by place in the round, as all here
  std::vector<std::size_t> missing(order.size());
  std::set<std::size_t> ready;
  for (std::size_t place = 0; place < order.size(); ++place) {
    for (const Precedence& pair : prepared_[order[place]]->after) {
      const std::size_t before = prepared_[pair.before]->place - begin;
      if (before < order.size()) {  // else it is in another round
        successors[before].push_back(place);
        ++missing[place];
      }
    }
    if (missing[place] == 0) {
      ready.insert(place);
    }
  }
  Order submitted;
  while (!ready.empty()) {
    const std::size_t next = ready.extract(ready.begin()).value();
    submitted.push_back(order[next]);
    for (const std::size_t successor : successors[next]) {
      if (--missing[successor] == 0) {
        ready.insert(successor);
      }
    }
  }
  return submitted;
}

template <class Run>
void Runner::with_results(std::span<const std::uint32_t> order, Check check, Repetition& repetition, const Run& run) {
  load(order);
  if (check == Check::yes) {
    for (const std::uint32_t task : order) {
      try {
        prepared_[task]->memory.spoil(control_);
      } catch (const DeviceError& error) {
        throw error.during(fmt::format("task {}, before it runs", prepared_[task]->name));
      }
    }
  }
  try {
    run();
  } catch (const DeviceError& error) {
    if (error.kind() != DeviceError::Kind::lost) {
      throw;
    }
    throw DeviceError(fmt::format("{}; under way: {}", error.what(), some_names(order)), error.kind());
  }
  if (check == Check::yes) {
    for (const std::uint32_t task : order) {
      if (!prepared_[task]->memory.correct(control_)) {
        repetition.wrong.push_back(task);
      }
    }
  }
}

void Runner::run_round(const Plan& plan, std::span<const std::uint32_t> order, Check check, Repetition& repetition) {
  with_results(order, check, repetition, [&] {
    const Order submitted = submission_order(order);
    if (order.front() == plan.order.front()) {
      control_.record(origin_);
      origin_.synchronize();
      begin_ = Clock::now();
    }
    submit_all(plan, submitted, repetition);
    await_end(plan.submission, order);
  });
}

std::vector<SharedTask> Runner::shared_tasks() const {
  std::vector<SharedTask> tasks;
  tasks.reserve(prepared_.size());
  for (const auto& task : prepared_) {
    const TaskMemory& memory = task->memory;
    tasks.push_back({.name = task->name,
                     .stages = task->stages,
                     .holds = task->alone,
                     .copy = [&memory](Stage stage, const gpu::Stream& stream) { memory.submit(stage, stream); }});
    if (task->has(Stage::kernel)) {
      tasks.back().kernel = memory.kernel();
    }
  }
  return tasks;
}

void Runner::run_shared(const Plan& plan, Check check, Repetition& repetition) {
  assert(instance_ != nullptr);
  with_results(plan.order, check, repetition,
               [&] { repetition.timeline = execute(device_, *instance_, plan, shared_tasks()); });
  std::sort(repetition.wrong.begin(), repetition.wrong.end());
}

Runner::ClientsRun Runner::run_clients(const Plan& plan, RequestFeed& feed, const ClientTimes& times, Check check,
                                       const std::function<void()>& asked) {
  assert(instance_ != nullptr && plan.share);
  ClientsRun run;
  Repetition repetition;
  std::vector<bool> ran(prepared_.size());
  with_results(plan.order, check, repetition, [&] {
    std::vector<SharedTask> tasks = shared_tasks();
    for (std::size_t task = 0; task < tasks.size(); ++task) {
      tasks[task].begins = [&ran, task] { ran[task] = true; };
    }
    run.outcome = execute_clients(device_, *instance_, plan, tasks, feed, times, asked);
  });
  std::copy_if(repetition.wrong.begin(), repetition.wrong.end(), std::back_inserter(run.wrong),
               [&](std::size_t task) { return ran[task]; });
  std::sort(run.wrong.begin(), run.wrong.end());
  return run;
}

/// `a, b, c and 2 others`.
std::string Runner::some_names(std::span<const std::uint32_t> tasks) const {
  constexpr std::size_t kShown = 5;
  std::string names;
  for (std::size_t i = 0; i < std::min(tasks.size(), kShown); ++i) {
    names += (i > 0 ? ", " : "") + prepared_[tasks[i]]->name;
  }
  return tasks.size() > kShown ? fmt::format("{} and {} others", names, tasks.size() - kShown) : names;
}

void Runner::await_end(Submission submission, std::span<const std::uint32_t> order) const {
  try {
    if (submission == Submission::ordered) {
      for (const gpu::Stream& engine : engines_) {
        engine.synchronize();
      }
    } else {
      for (const std::uint32_t task : order) {
        prepared_[task]->stream.synchronize();
      }
    }
  } catch (const DeviceError& error) {
    throw error.during("while the plan ran");
  }
}

void Runner::submit_all(const Plan& plan, const Order& order, Repetition& repetition) {
  if (!one_thread_ && (holds_threads(order) || !plan.gates.empty())) {
    submit_by_threads(plan.submission, order);
    return;
  }
  const auto begin = Clock::now();
  submit_by_one(order);
  const std::chrono::duration<double, std::micro> took = Clock::now() - begin;
  repetition.submission = repetition.submission.value_or(decltype(took){0}) + took;
}

void Runner::submit_by_one(const Order& order) {
  const std::size_t stages = kStages.size();
  const std::size_t commands = stages * order.size();
  for (std::size_t i = 0; i < commands; ++i) {
    const bool breadth_first = issue_ == IssueOrder::breadth_first;
    PreparedTask& task = *prepared_[order[breadth_first ? i % order.size() : i / stages]];
    const Stage stage = kStages[breadth_first ? i / order.size() : i % stages];
    if (task.has(stage)) {
      submit(task, stage);
    }
  }
  for (const std::uint32_t number : order) {
    prepared_[number]->submitted = prepared_[number]->stages;
  }
}

void Runner::submit_by_threads(Submission submission, const Order& order) {
  const bool free = submission == Submission::streams;
  if (free && order.size() > kMostThreads) {
    throw std::runtime_error(
        fmt::format("free streams with pageable memory or release times take a thread a task: "
                    "{} tasks, expected at most {}",
                    order.size(), kMostThreads));
  }
  SubmissionThreads threads(free ? order.size() : kStages.size(), {.submit = [this](SubmittedTask& task, Stage stage) {
                              submit(static_cast<PreparedTask&>(task), stage);
                            }});
  for (std::size_t i = 0; i < order.size(); ++i) {
    threads.add(prepared_[order[i]], free ? std::array{i, i, i} : kThreadAnEngine);
  }
  threads.start();
  threads.finish();
}

void Runner::submit(PreparedTask& task, Stage stage) {
  try {
    if (stage == task.first()) {
      wait_on_host(task);
    }
    submit_command(task, stage, [&](const gpu::Stream& stream) { task.memory.submit(stage, stream); });
  } catch (const DeviceError& error) {
    throw error.during(fmt::format("task {}, {}", task.name, name(stage)));
  }
}

/// Until it is released, and lags have passed. Those that the task comes after have been submitted before it.
void Runner::wait_on_host(const PreparedTask& task) const {
  const auto sleep_until = [this](Millis time) {
    std::this_thread::sleep_until(begin_ + std::chrono::duration_cast<Clock::duration>(time));
  };
  if (task.release() > Millis{0}) {
    sleep_until(task.release());
  }
  for (const Precedence& pair : task.after) {
    if (pair.by_host) {
      const gpu::Event& end = prepared_[pair.before]->events[index(prepared_[pair.before]->last())]->end;
      end.synchronize();
      sleep_until(gpu::elapsed(origin_, end) + pair.lag);
    }
  }
}

bool Runner::holds_threads(const Order& order) const {
  return std::ranges::any_of(order, [&](std::uint32_t number) {
    const PreparedTask& task = *prepared_[number];
    return is_pageable(tasks_[number].h2d) || is_pageable(tasks_[number].d2h) || task.release() > Millis{0} ||
           task.waits_for_lags();
  });
}

Timeline Runner::timeline(const Plan& plan) const {
  Timeline timeline{.dma_engines = device_.properties().engines_that_matter()};
  for (const std::uint32_t task : plan.order) {
    for (const Stage stage : kStages) {
      if (const auto& events = prepared_[task]->events[index(stage)]) {
        timeline.intervals.push_back(
            {task, stage, gpu::elapsed(origin_, events->start), gpu::elapsed(origin_, events->end)});
      }
    }
  }
  if (plan.submission == Submission::streams) {
    begin_copies_after_those_before(timeline);
  }
  const auto released = [&](const Interval& interval) { return tasks_[interval.task].release > Millis{0}; };
  count_from_first_command(timeline, std::ranges::any_of(timeline.intervals, released));
  return timeline;
}

}  // namespace warpshop::dispatch
