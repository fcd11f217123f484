#include "dispatch/submit/submission_threads.hpp"

#include <utility>

#include "kernels/start_thread.hpp"

namespace warpshop::dispatch {

void SubmissionThreads::start() {
  {
    const std::scoped_lock lock(mutex_);  // nobody goes on before all are there
    try {
      threads_.reserve(queues_.size());
      for (Queue& queue : queues_) {
        threads_.push_back(kernels::start_thread([this, &queue] { serve(queue); }));
      }
    } catch (...) {
      failure_ = std::current_exception();
    }
    if (!failure_) {
      return;
    }
  }
  finish();
}

void SubmissionThreads::add(const std::shared_ptr<SubmittedTask>& task, const std::array<std::size_t, 3>& queues) {
  std::array<Queue, 3> nodes;
  for (const Stage stage : kStages) {
    if (task->has(stage)) {
      nodes[index(stage)].push_back({.task = task, .stage = stage});
    }
  }
  const std::scoped_lock lock(mutex_);
  for (const Stage stage : kStages) {
    Queue& queue = queues_[queues[index(stage)]];
    queue.splice(queue.end(), nodes[index(stage)]);
  }
  ++tasks_;
  changed_.notify_all();
}

bool SubmissionThreads::busy() const {
  const std::scoped_lock lock(mutex_);
  return tasks_ > 0;
}

void SubmissionThreads::drain() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return tasks_ == 0; });
}

void SubmissionThreads::finish() {
  close();
  if (failure_) {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
}

void SubmissionThreads::close() noexcept {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
  threads_.clear();
}

void SubmissionThreads::serve(Queue& queue) {
  listener_.started();
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] {
      return failure_ || (queue.empty() ? closing_ : queue.front().task->may_submit(queue.front().stage));
    });
    if (failure_ || queue.empty()) {
      return;
    }
    const Command command = std::move(queue.front());
    queue.pop_front();
    lock.unlock();
    const bool last = command.stage == command.task->last();
    std::exception_ptr failure;
    try {
      listener_.submit(*command.task, command.stage);
    } catch (...) {
      failure = std::current_exception();
    }
    if (last && !failure) {
      listener_.submitted(command.task);
    }
    lock.lock();
    if (failure && !failure_) {
      failure_ = failure;
    }
    command.task->submitted[index(command.stage)] = true;
    tasks_ -= last ? 1U : 0U;
    changed_.notify_all();
  }
}

}  // namespace warpshop::dispatch
