#include "dispatch/submission_lanes.hpp"

#include <thread>
#include <utility>

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
                                 std::span<const Gate> gates, Submit submit)
    : tasks_(tasks), order_(order), submit_(std::move(submit)), gate_of_(tasks.size(), -1), submitted_(tasks.size()) {
  std::vector<bool> here(tasks.size());
  for (const std::uint32_t task : order) {
    here[task] = true;
  }
  for (const Gate& gate : gates) {
    if (here[gate.h2d]) {  // else it was in an earlier round
      gate_of_[gate.d2h] = gate.h2d;
    }
  }
}

void SubmissionLanes::run() {
  std::vector<std::thread> threads;
  threads.reserve(kStages.size());
  for (const Stage stage : kStages) {
    threads.emplace_back([this, stage] { serve(stage); });
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
    std::exception_ptr failure;
    try {
      submit_(stage, task);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    submitted_[task] = static_cast<std::uint8_t>(submitted_[task] | bit(stage));
    if (failure && !failure_) {
      failure_ = failure;
    }
    changed_.notify_all();
  }
}

/// Whether everything that the stage stands behind has been submitted; not where another engine's thread failed.
bool SubmissionLanes::await_submission(Stage stage, std::uint32_t task) {
  const std::uint8_t before = stages_before(tasks_[task], stage);
  const std::int64_t gate = stage == Stage::d2h ? gate_of_[task] : -1;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    const bool open = gate < 0 || (submitted_[static_cast<std::size_t>(gate)] & bit(Stage::h2d)) != 0;
    return failure_ || ((submitted_[task] & before) == before && open);
  });
  return !failure_;
}

}  // namespace warpshop::dispatch
