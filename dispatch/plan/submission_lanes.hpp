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
#include "sim/model/plan.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::dispatch {

/// Submits the stages of tasks with a thread an engine, each in the plan's order, where one thread would hold up
/// another engine: a copy of pageable memory and a release time hold the thread, and a gate may name a copy further on.
/// A stage is submitted after the stage before it, after its gate and after the tasks that its task comes after, since
/// an event that was never recorded holds up nothing.
class SubmissionLanes {
 public:
  using Submit = std::function<void(Stage stage, std::uint32_t task)>;

  /// submit(stage, task) is called by the engine's thread; one that throws ends all of them.
  SubmissionLanes(const std::vector<ConcreteTask>& tasks, std::span<const std::uint32_t> order,
                  std::span<const Gate> gates, const Awaited& awaited, Submit submit);
  /// Returns when all is submitted. Throws the first exception of submit(); DeviceError: no thread to be had.
  void run();

 private:
  void serve(Stage stage);
  bool await_submission(Stage stage, std::uint32_t task);
  bool ready(Stage stage, std::uint32_t task) const;
  void fail(std::exception_ptr failure);

  const std::vector<ConcreteTask>& tasks_;
  std::span<const std::uint32_t> order_;
  const Awaited& awaited_;
  Submit submit_;
  std::vector<bool> here_;             ///< by task: in the order
  std::vector<std::int64_t> gate_of_;  ///< by task: whose H2D its D2H waits for, or -1
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::uint8_t> submitted_;  ///< by task: a bit a stage
  std::exception_ptr failure_;
};

}  // namespace warpshop::dispatch
