#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "dispatch/proxy/proxy_task.hpp"
#include "dispatch/serving/served_task.hpp"
#include "dispatch/serving/service_record.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// Host memory for results, [Memory]; none of a kind that nothing is copied out to.
using ResultBuffers = std::array<std::optional<gpu::Buffer>, 2>;

/// Memory of each kind that the results of any of the tasks fit into. Throws DeviceError.
ResultBuffers buffers_for_results(const gpu::Device& device, const std::vector<ServedTask>& served);

/// Of that memory, what the task takes; null where it copies nothing out.
const gpu::Buffer* results_of(const ServedTask& task, const ResultBuffers& results);

/// The tasks of one worker that are under way: each has a slot, with host memory for its results. All but end() by the
/// worker's thread.
class TasksInFlight {
 public:
  struct Slot {
    ResultBuffers results;
    std::size_t kind = 0;  ///< position in `served`
    Millis late{0};        ///< how long the task had to be handed in when it was
    bool ran = false;      ///< something, that has not been looked at yet
    bool busy = false;
    Outcome outcome;
  };

  /// log: null, or what is told of every task that ends. Throws DeviceError, std::bad_alloc: no memory.
  TasksInFlight(std::size_t count, const gpu::Device& device, const std::vector<ServedTask>& served,
                ServedTraceLog* log);

  /// Waits until one is over.
  Slot& await();
  void begin(Slot& slot);
  /// The task was not taken after all.
  void refuse(Slot& slot);
  /// By the thread of the proxy that calls all callbacks.
  void end(Slot& slot, const Outcome& outcome) noexcept;
  /// Requires that none is under way.
  std::vector<Slot>& all() { return slots_; }

 private:
  const std::vector<ServedTask>& served_;
  ServedTraceLog* log_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Slot> slots_;
};

}  // namespace warpshop::dispatch
