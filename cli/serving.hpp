#pragma once

#include <array>
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "dispatch/concrete_task.hpp"
#include "dispatch/proxy.hpp"
#include "kernels/gpu/buffer.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// A task of the workload that workers hand in again and again; what it copies in is shared by all of them.
class ServedTask {
 public:
  ServedTask(const gpu::Device& device, dispatch::ConcreteTask task);

  /// What is copied out; nothing: no memory is needed for it.
  const std::optional<dispatch::ConcreteTask::Transfer>& copied_out() const { return task_.d2h; }
  /// results: host memory of that kind, as large at least; null where nothing is copied out. `done` is called when it
  /// is over.
  dispatch::ProxyTask once(const gpu::Buffer* results, std::function<void(const dispatch::Outcome&)> done) const;
  /// Whether correct() can say anything: the copies are the kernel's whole input and output.
  bool shows_results() const { return task_.data && !task_.data->expected.empty() && task_.shows_results(); }
  bool correct(const gpu::Buffer& results) const;

 private:
  dispatch::ConcreteTask task_;
  std::optional<gpu::Buffer> from_;
};

/// What a worker is to do, and with whom.
struct WorkerOrders {
  std::string name;
  std::uint64_t tasks = 0;
  std::uint64_t seed = 0;  ///< of the draw of tasks
  std::size_t depth = 4;   ///< tasks of its own under way at most
  const std::atomic<bool>* stop = nullptr;
};

/// What a worker found.
struct WorkerReport {
  std::uint64_t checked = 0;
  std::uint64_t wrong = 0;
  std::string complaint;  ///< the first task that failed, or why the worker left off; empty: nothing
};

/// Where workers wait for each other before they start.
using StartLine = std::barrier<>;

/// Runs each task once, alone: code is loaded, and the device awake. Throws DeviceError.
void warm_up(const gpu::Device& device, const Device& profile, const std::vector<ServedTask>& served);

/// A worker's thread: gets its memory, waits at the start line, then hands in tasks drawn from `served`, each as soon
/// as one of its own is over, and compares their results. Returns when all are over, when it is told to stop, or when
/// the proxy takes no more.
WorkerReport work(dispatch::Proxy& proxy, const gpu::Device& device, const std::vector<ServedTask>& served,
                  const WorkerOrders& orders, StartLine& start);

}  // namespace warpshop::cli
