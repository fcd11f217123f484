#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "dispatch/proxy/proxy_task.hpp"
#include "dispatch/serving/served_task.hpp"
#include "dispatch/serving/served_trace.hpp"
#include "kernels/gpu/buffer.hpp"
#include "kernels/gpu/device.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// Host memory for results, [Memory]; none of a kind that nothing is copied out to.
using ResultRoom = std::array<std::optional<gpu::Buffer>, 2>;

/// Memory of each kind that the results of any of the tasks fit into. Throws DeviceError.
ResultRoom room_for_results(const gpu::Device& device, const std::vector<ServedTask>& served);

/// Of that memory, what the task takes; null where it copies nothing out.
const gpu::Buffer* results_of(const ServedTask& task, const ResultRoom& room);

/// The tasks of one worker that are under way: each has a place, with host memory for its results. All but end() by the
/// worker's thread.
class Places {
 public:
  struct Place {
    ResultRoom room;
    std::size_t kind = 0;  ///< position in `served`
    Millis late{0};        ///< how long the task had to be handed in when it was
    bool ran = false;      ///< something, that has not been looked at yet
    bool busy = false;
    Outcome outcome;
  };

  /// log: null, or what is told of every task that ends. Throws DeviceError, std::bad_alloc: no memory.
  Places(std::size_t count, const gpu::Device& device, const std::vector<ServedTask>& served, ServedTraceLog* log);

  /// Waits until one is over.
  Place& await();
  void begin(Place& place);
  /// The task was not taken after all.
  void refuse(Place& place);
  /// By the thread of the proxy that calls all callbacks.
  void end(Place& place, const Outcome& outcome) noexcept;
  /// Requires that none is under way.
  std::vector<Place>& all() { return places_; }

 private:
  const std::vector<ServedTask>& served_;
  ServedTraceLog* log_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Place> places_;
};

}  // namespace warpshop::dispatch
