#include "dispatch/plan/runner.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "dispatch/plan/measured_timeline.hpp"
#include "dispatch/submit/submission_threads.hpp"
#include "sim/model/device_error.hpp"
#include "sim/model/task_place.hpp"

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
    streams[index(stage)] = &stream;
    if (has(stage)) {
      events[index(stage)] = std::make_shared<CommandEvents>(device);
    }
  }
}

Runner::Runner(gpu::Device device, const Workload& realised, Check check)
    : device_(std::move(device)),
      one_thread_(realised.submit == Submit::one_thread),
      issue_(realised.issue),
      tasks_(concrete_tasks(realised, check == Check::yes)),
      predecessors_(realised),
      control_(device_),
      origin_(device_) {
  const std::vector<std::string> names = task_names(realised);
  prepared_.reserve(tasks_.size());
  for (const Task& task : realised.tasks) {
    try {
      for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
        const std::size_t number = prepared_.size();
        prepared_.push_back(std::make_shared<PreparedTask>(device_, tasks_[number], names[number]));
        prepared_.back()->lags = predecessors_.lags(number);
      }
    } catch (const DeviceError& error) {
      throw error.during(task_place(realised, task));
    }
  }
}

Repetition Runner::run(const Plan& plan, Check check) {
  assert(!plan.order.empty());
  assert(plan.gates.empty() || plan.submission == Submission::ordered);
  Repetition repetition;
  const std::span<const std::uint32_t> order(plan.order);
  connect(plan, predecessors_.awaited(plan, tasks_));
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

/// Whom commands come after by the workload and by the plan's gates. What was in an earlier round has ended.
void Runner::connect(const Plan& plan, const Awaited& awaited) {
  disconnect();
  for (std::size_t number = 0; number < awaited.size(); ++number) {
    PreparedTask& task = *prepared_[number];
    for (const std::uint32_t before : awaited[number]) {
      task.comes_after[index(task.first())].push_back({prepared_[before], prepared_[before]->last()});
    }
  }
  for (const Gate& gate : plan.gates) {
    prepared_[gate.d2h]->comes_after[index(Stage::d2h)].push_back({prepared_[gate.h2d], Stage::h2d});
  }
}

/// On every engine each command comes after the one before it.
void Runner::connect_engines(const Order& order) {
  std::array<Command, 3> last;  // [Stage]
  for (const std::uint32_t number : order) {
    const std::shared_ptr<PreparedTask>& task = prepared_[number];
    for (const Stage stage : kStages) {
      if (!task->has(stage)) {
        continue;
      }
      Command& before = last[index(stage)];
      if (before.task) {
        task->comes_after[index(stage)].push_back(before);
      }
      before = {task, stage};
    }
  }
}

void Runner::run_round(const Plan& plan, std::span<const std::uint32_t> order, Check check, Repetition& repetition) {
  load(order);
  if (check == Check::yes) {
    for (const std::uint32_t task : order) {
      prepared_[task]->memory.spoil(control_);
    }
  }
  const Order submitted = predecessors_.submission_order(order);
  if (plan.submission == Submission::ordered) {
    connect_engines(submitted);
  }
  if (order.front() == plan.order.front()) {
    start_clock();
  }
  submit_all(plan, submitted, repetition);
  for (const std::uint32_t task : order) {
    try {
      prepared_[task]->stream.synchronize();
    } catch (const DeviceError& error) {
      throw error.during("while the plan ran");
    }
  }
  if (check == Check::yes) {
    for (const std::uint32_t task : order) {
      if (!prepared_[task]->memory.correct(control_)) {
        repetition.wrong.push_back(task);
      }
    }
  }
}

void Runner::start_clock() {
  control_.record(origin_);
  origin_.synchronize();
  begin_ = Clock::now();
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
  const auto submit_if_there = [&](std::uint32_t number, Stage stage) {
    if (prepared_[number]->has(stage)) {
      submit(*prepared_[number], stage);
    }
  };
  if (issue_ == IssueOrder::breadth_first) {
    for (const Stage stage : kStages) {
      for (const std::uint32_t number : order) {
        submit_if_there(number, stage);
      }
    }
  } else {
    for (const std::uint32_t number : order) {
      for (const Stage stage : kStages) {
        submit_if_there(number, stage);
      }
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
    if (const Millis release = task.memory.task().release; stage == task.first() && release > Millis{0}) {
      std::this_thread::sleep_until(begin_ + std::chrono::duration_cast<Clock::duration>(release));
    }
    if (stage == task.first()) {
      wait_for_lags(task);
    }
    submit_command(task, stage, [&](const gpu::Stream& stream) { task.memory.submit(stage, stream); });
  } catch (const DeviceError& error) {
    throw error.during(fmt::format("task {}, {}", task.name, name(stage)));
  }
}

/// Those that the task comes after have been submitted before it.
void Runner::wait_for_lags(const PreparedTask& task) const {
  for (const auto& [before, lag] : task.lags) {
    const gpu::Event& end = prepared_[before]->events[index(prepared_[before]->last())]->end;
    end.synchronize();
    std::this_thread::sleep_until(begin_ +
                                  std::chrono::duration_cast<Clock::duration>(gpu::elapsed(origin_, end) + lag));
  }
}

bool Runner::holds_threads(const Order& order) const {
  return std::any_of(order.begin(), order.end(), [&](std::uint32_t task) {
    return is_pageable(tasks_[task].h2d) || is_pageable(tasks_[task].d2h) || tasks_[task].release > Millis{0} ||
           !prepared_[task]->lags.empty();
  });
}

Timeline Runner::timeline(const Plan& plan) const {
  Timeline timeline{.dma_engines = std::min(device_.properties().copy_engines, 2)};
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
  count_from_first_command(timeline, tasks_);
  return timeline;
}

}  // namespace warpshop::dispatch
