#include "dispatch/plan/runner.hpp"

#include <algorithm>
#include <cassert>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "dispatch/plan/free_clients.hpp"
#include "dispatch/plan/measured_timeline.hpp"
#include "dispatch/plan/submission_lanes.hpp"
#include "sim/model/device_error.hpp"
#include "sim/model/task_place.hpp"

namespace warpshop::dispatch {
namespace {

bool is_pageable(const ConcreteTask& task, Stage stage) {
  const auto& copy = stage == Stage::h2d ? task.h2d : task.d2h;
  return stage != Stage::kernel && copy && copy->memory == Memory::pageable;
}

}  // namespace

Runner::Runner(gpu::Device device, const Workload& realised, Check check)
    : device_(std::move(device)),
      names_(task_names(realised)),
      tasks_(concrete_tasks(realised, check == Check::yes)),
      predecessors_(realised),
      gate_of_(tasks_.size()),
      control_(device_),
      origin_(device_) {
  beds_.reserve(tasks_.size());
  streams_.reserve(tasks_.size());
  events_.resize(tasks_.size());
  for (const Task& task : realised.tasks) {
    try {
      for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
        prepare(beds_.size());
      }
    } catch (const DeviceError& error) {
      throw error.during(task_place(realised, task));
    }
  }
}

void Runner::prepare(std::size_t task) {
  beds_.emplace_back(device_, tasks_[task]);
  streams_.emplace_back(device_);
  for (const Stage stage : kStages) {
    if (tasks_[task].has(stage)) {
      events_[task][index(stage)].emplace(device_);
    }
  }
}

Repetition Runner::run(const Plan& plan, Check check) {
  assert(!plan.order.empty());
  assert(plan.gates.empty() || plan.submission == Submission::ordered);
  Repetition repetition;
  const std::span<const std::uint32_t> order(plan.order);
  std::fill(gate_of_.begin(), gate_of_.end(), nullptr);
  for (const Gate& gate : plan.gates) {
    gate_of_[gate.d2h] = &events_[gate.h2d][index(Stage::h2d)]->end;
  }
  awaited_ = predecessors_.awaited(plan, tasks_);
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
      if (!beds_[task].loaded()) {
        beds_[task].load(control_);
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
  for (TaskBed& bed : beds_) {
    bed.unload();
  }
}

void Runner::run_round(const Plan& plan, std::span<const std::uint32_t> order, Check check, Repetition& repetition) {
  load(order);
  if (check == Check::yes) {
    for (const std::uint32_t task : order) {
      beds_[task].spoil(control_);
    }
  }
  if (order.front() == plan.order.front()) {
    start_clock();
  }
  engines_ = {};
  submit_all(plan, order, repetition);
  for (const std::uint32_t task : order) {
    try {
      streams_[task].synchronize();
    } catch (const DeviceError& error) {
      throw error.during("while the plan ran");
    }
  }
  if (check == Check::yes) {
    for (const std::uint32_t task : order) {
      if (!beds_[task].correct(control_)) {
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

void Runner::submit_all(const Plan& plan, std::span<const std::uint32_t> order, Repetition& repetition) {
  const bool several = holds_threads(order) || !plan.gates.empty();
  if (several && plan.submission == Submission::streams) {
    FreeClients(tasks_, order, awaited_, [&](Stage stage, std::uint32_t task) { submit(plan, stage, task); }).run();
  } else if (several) {
    SubmissionLanes(tasks_, order, plan.gates, awaited_, [&](Stage stage, std::uint32_t task) {
      submit(plan, stage, task);
    }).run();
  } else {
    const Order submitted = predecessors_.submission_order(order);
    const auto begin = Clock::now();
    for (const std::uint32_t task : submitted) {
      for (const Stage stage : kStages) {
        if (tasks_[task].has(stage)) {
          submit(plan, stage, task);
        }
      }
    }
    const std::chrono::duration<double, std::micro> took = Clock::now() - begin;
    repetition.submission = repetition.submission.value_or(decltype(took){0}) + took;
  }
}

void Runner::submit(const Plan& plan, Stage stage, std::uint32_t task) {
  const gpu::Stream& stream = streams_[task];
  const CommandEvents& events = *events_[task][index(stage)];
  const auto command = [&] { beds_[task].submit(stage, stream); };
  try {
    if (stage == tasks_[task].first()) {
      await_release(task);
      await_predecessors(task, stream);
    }
    if (stage == Stage::d2h && gate_of_[task] != nullptr) {
      stream.wait(*gate_of_[task]);
    }
    if (is_pageable(tasks_[task], stage)) {
      // The driver may hold up other threads while a pageable copy waits inside its call.
      if (plan.submission == Submission::ordered) {
        engines_.wait_for_turn(stage, stream);
      }
      stream.synchronize();
    }
    if (plan.submission == Submission::ordered) {
      engines_.submit(stage, stream, events, command);
    } else {
      stream.record(events.start);
      command();
      stream.record(events.end);
    }
  } catch (const DeviceError& error) {
    throw error.during(fmt::format("task {}, {}", names_[task], name(stage)));
  }
}

void Runner::await_release(std::uint32_t task) const {
  if (tasks_[task].release > Millis{0}) {
    std::this_thread::sleep_until(begin_ + std::chrono::duration_cast<Clock::duration>(tasks_[task].release));
  }
}

void Runner::await_predecessors(std::uint32_t task, const gpu::Stream& stream) const {
  if (!awaited_.empty()) {
    for (const std::uint32_t before : awaited_[task]) {
      stream.wait(events_[before][index(tasks_[before].last())]->end);
    }
  }
}

bool Runner::holds_threads(std::span<const std::uint32_t> order) const {
  return std::any_of(order.begin(), order.end(), [&](std::uint32_t task) {
    return is_pageable(tasks_[task], Stage::h2d) || is_pageable(tasks_[task], Stage::d2h) ||
           tasks_[task].release > Millis{0};
  });
}

Timeline Runner::timeline(const Plan& plan) const {
  Timeline timeline{.dma_engines = std::min(device_.properties().copy_engines, 2)};
  for (const std::uint32_t task : plan.order) {
    for (const Stage stage : kStages) {
      if (const auto& events = events_[task][index(stage)]) {
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
