#include "dispatch/plan/submission_lanes.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "kernels/start_thread.hpp"

namespace warpshop::dispatch {
namespace {

std::uint8_t bit(Stage stage) {
  return static_cast<std::uint8_t>(1U << index(stage));
}

/// The stages of a task that come before one.
std::uint8_t stages_before(const ConcreteTask& task, Stage stage) {
  unsigned bits = 0;
  for (const Stage before : kStages) {
    if (before < stage && task.has(before)) {
      bits |= bit(before);
    }
  }
  return static_cast<std::uint8_t>(bits);
}

}  // namespace

SubmissionLanes::SubmissionLanes(const std::vector<ConcreteTask>& tasks, std::span<const std::uint32_t> order,
                                 std::span<const Gate> gates, const Awaited& awaited, Submit submit)
    : tasks_(tasks),
      order_(order),
      awaited_(awaited),
      submit_(std::move(submit)),
      here_(tasks.size()),
      gate_of_(tasks.size(), -1),
      submitted_(tasks.size()) {
  for (const std::uint32_t task : order) {
    here_[task] = true;
  }
  for (const Gate& gate : gates) {
    if (here_[gate.h2d]) {  // else it was in an earlier round
      gate_of_[gate.d2h] = gate.h2d;
    }
  }
}

void SubmissionLanes::run() {
  std::vector<std::thread> threads;
  threads.reserve(kStages.size());
  try {
    for (const Stage stage : kStages) {
      threads.push_back(kernels::start_thread([this, stage] { serve(stage); }));
    }
  } catch (...) {
    fail(std::current_exception());
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

void SubmissionLanes::serve(Stage stage) {
  for (const std::uint32_t task : order_) {
    if (!tasks_[task].has(stage)) {
      continue;
    }
    if (!await_submission(stage, task)) {
      return;
    }
    try {
      submit_(stage, task);
    } catch (...) {
      fail(std::current_exception());
    }
    const std::scoped_lock lock(mutex_);
    submitted_[task] = static_cast<std::uint8_t>(submitted_[task] | bit(stage));
    changed_.notify_all();
  }
}

/// Whether everything that the stage stands behind has been submitted; not where another engine's thread failed.
bool SubmissionLanes::await_submission(Stage stage, std::uint32_t task) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return failure_ || ready(stage, task); });
  return !failure_;
}

bool SubmissionLanes::ready(Stage stage, std::uint32_t task) const {
  const auto is_submitted = [this](std::size_t other, Stage of_it) { return (submitted_[other] & bit(of_it)) != 0; };
  const std::uint8_t before = stages_before(tasks_[task], stage);
  if ((submitted_[task] & before) != before) {
    return false;
  }
  if (const std::int64_t gate = gate_of_[task];
      stage == Stage::d2h && gate >= 0 && !is_submitted(static_cast<std::size_t>(gate), Stage::h2d)) {
    return false;
  }
  return awaited_.empty() || stage != tasks_[task].first() ||
         std::ranges::all_of(awaited_[task], [&](std::uint32_t other) {
           return !here_[other] || is_submitted(other, tasks_[other].last());  // else it was in an earlier round
         });
}

void SubmissionLanes::fail(std::exception_ptr failure) {
  const std::scoped_lock lock(mutex_);
  if (!failure_) {
    failure_ = std::move(failure);
  }
  changed_.notify_all();
}

}  // namespace warpshop::dispatch
