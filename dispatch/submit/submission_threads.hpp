#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "dispatch/submit/submitted_task.hpp"

namespace warpshop::dispatch {

/// Queues for SubmissionThreads::add(): a thread an engine.
inline constexpr std::array<std::size_t, 3> kThreadAnEngine{0, 1, 2};

/// Threads that submit commands, each those of its queue in their order, where one thread would hold up what others
/// could do: a copy of pageable memory and a release time hold the thread that submits them. A command waits here until
/// everything has been submitted that it waits for on the device.
class SubmissionThreads {
 public:
  /// Called by these threads, without a lock.
  struct Listener {
    std::function<void(SubmittedTask&, Stage)> submit;  ///< what it throws ends all of them
    std::function<void(const std::shared_ptr<SubmittedTask>&)> submitted = [](const auto&) {};  ///< all of its stages
    std::function<void()> started = [] {};  ///< first of all, by each of them
  };

  SubmissionThreads(std::size_t threads, Listener listener) : listener_(std::move(listener)), queues_(threads) {}
  SubmissionThreads(const SubmissionThreads&) = delete;
  SubmissionThreads& operator=(const SubmissionThreads&) = delete;
  ~SubmissionThreads() { close(); }

  /// Starts all of them at the same time, once there are all. Throws DeviceError: no thread to be had.
  void start();
  /// Before or after start(). queues: [Stage], which thread submits it. Throws std::bad_alloc, and has added nothing
  /// then.
  void add(const std::shared_ptr<SubmittedTask>& task, const std::array<std::size_t, 3>& queues);
  /// Whether a task is here whose stages have not all been submitted.
  bool busy() const;
  /// Returns when none is.
  void drain();
  /// Returns when everything that was added has been submitted. Throws what submit() was the first to throw.
  void finish();

 private:
  using Queue = std::list<Command>;

  void serve(Queue& queue);
  void close() noexcept;

  const Listener listener_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Queue> queues_;
  std::size_t tasks_ = 0;  ///< that are here
  bool closing_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace warpshop::dispatch
