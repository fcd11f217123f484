#include "dispatch/runner.hpp"

#include <algorithm>
#include <barrier>
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "dispatch/measured_timeline.hpp"
#include "dispatch/submission_lanes.hpp"
#include "sim/model/device_error.hpp"

namespace warpshop::dispatch {
namespace {

/// Free streams whose clients hold their threads take a thread a task.
constexpr std::size_t kMostClients = 1024;

bool is_pageable(const ConcreteTask& task, Stage stage) {
  const auto& copy = stage == Stage::h2d ? task.h2d : task.d2h;
  return stage != Stage::kernel && copy && copy->memory == Memory::pageable;
}

}  // namespace

Runner::Runner(gpu::Device device, const Workload& realised, Check check)
    : device_(std::move(device)),
      names_(task_names(realised)),
      tasks_(concrete_tasks(realised, check == Check::yes)),
      gate_of_(tasks_.size()),
      control_(device_),
      origin_(device_) {
  beds_.reserve(tasks_.size());
  streams_.reserve(tasks_.size());
  events_.resize(tasks_.size());
  for (std::size_t task = 0; task < tasks_.size(); ++task) {
    beds_.emplace_back(device_, tasks_[task]);
    streams_.emplace_back(device_);
    for (const Stage stage : kStages) {
      if (tasks_[task].has(stage)) {
        events_[task][index(stage)].emplace(device_);
      }
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
    submit_freely(order);
  } else if (several) {
    SubmissionLanes(tasks_, order, plan.gates, [&](Stage stage, std::uint32_t task) {
      submit(plan, stage, task);
    }).run();
  } else {
    const auto begin = Clock::now();
    for (const std::uint32_t task : order) {
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

/// A client a task, started together, that issues its commands without regard to the others (S5 3.6.3).
void Runner::submit_freely(std::span<const std::uint32_t> order) {
  if (order.size() > kMostClients) {
    throw std::runtime_error(
        fmt::format("free streams with pageable memory or release times take a thread a task: "
                    "{} tasks, expected at most {}",
                    order.size(), kMostClients));
  }
  std::barrier together(static_cast<std::ptrdiff_t>(order.size()));
  std::mutex mutex;
  std::exception_ptr failure;
  std::vector<std::thread> clients;
  clients.reserve(order.size());
  for (const std::uint32_t task : order) {
    clients.emplace_back([&, task] {
      together.arrive_and_wait();
      try {
        for (const Stage stage : kStages) {
          if (tasks_[task].has(stage)) {
            submit({.submission = Submission::streams}, stage, task);
          }
        }
      } catch (...) {
        const std::scoped_lock lock(mutex);
        failure = std::current_exception();
      }
    });
  }
  for (std::thread& client : clients) {
    client.join();
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
}

void Runner::submit(const Plan& plan, Stage stage, std::uint32_t task) {
  const gpu::Stream& stream = streams_[task];
  const CommandEvents& events = *events_[task][index(stage)];
  const auto command = [&] { beds_[task].submit(stage, stream); };
  try {
    if (stage == tasks_[task].first()) {
      await_release(task);
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
