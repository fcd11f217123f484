#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "dispatch/plan/concrete_task.hpp"
#include "dispatch/plan/predecessors.hpp"

namespace warpshop::dispatch {

/// A client a task, each a thread of its own that issues the task's commands without regard to the others, started
/// together (S5 3.6.3): where free streams hold the threads that submit to them. A task that comes after others is
/// submitted after them, since an event that was never recorded holds up nothing.
class FreeClients {
 public:
  /// submit(stage, task) is called by the task's thread; one that throws ends all of them. What it is given outlives
  /// it.
  FreeClients(const std::vector<ConcreteTask>& tasks, std::span<const std::uint32_t> order, const Awaited& awaited,
              std::function<void(Stage stage, std::uint32_t task)> submit);
  /// Returns when all is submitted. Throws the first exception of submit(); DeviceError: no thread to be had;
  /// std::runtime_error: more tasks than there may be threads.
  void run();

 private:
  void serve(std::uint32_t task);
  bool await_submission(std::uint32_t task);
  void fail(std::exception_ptr failure);

  const std::vector<ConcreteTask>& tasks_;
  std::span<const std::uint32_t> order_;
  const Awaited& awaited_;
  std::function<void(Stage, std::uint32_t)> submit_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> submitted_;  ///< by task: all of its stages
  std::exception_ptr failure_;
};

}  // namespace warpshop::dispatch
