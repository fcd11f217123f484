#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dispatch/plan/concrete_task.hpp"
#include "dispatch/proxy/proxy_task.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// Host memory for results, [Memory]; none of a kind that nothing is copied out to.
using ResultBuffers = std::array<std::optional<gpu::Buffer>, 2>;

/// A task of the workload that workers hand in again and again; what it copies in is shared by all of them.
class ServedTask {
 public:
  /// repeats ≥ 1: how many of the workload's tasks it stands for. Throws DeviceError: out of host memory.
  ServedTask(const gpu::Device& device, ConcreteTask task, std::string name, std::uint32_t repeats = 1);

  const std::string& name() const { return name_; }
  std::uint32_t repeats() const { return repeats_; }

  /// What is copied out; nothing: no memory is needed for it.
  const std::optional<ConcreteTask::Transfer>& copied_out() const { return task_.d2h; }
  /// results: see buffers_for_results(). `done` is called when it is over. A task whose copies are all of 0 B, and that
  /// has no kernel, becomes a kernel that launches nothing.
  ProxyTask once(const ResultBuffers& results, std::function<void(const Outcome&)> done) const;
  /// Whether correct() can say anything: the copies are the kernel's whole input and output.
  bool shows_results() const { return task_.data && !task_.data->expected.empty() && task_.shows_results(); }
  bool correct(const ResultBuffers& results) const;

 private:
  ConcreteTask task_;
  std::string name_;
  std::uint32_t repeats_;
  std::optional<gpu::Buffer> from_;
};

/// Memory of each kind that the results of any of the tasks fit into. Throws DeviceError.
ResultBuffers buffers_for_results(const gpu::Device& device, const std::vector<ServedTask>& served);

/// Throws InputError at a kernel of the workload that would read more than its task copies in: device memory comes from
/// a pool, and the rest may be anything. A kernel that stands in for a duration does not mind. `realised`: by
/// realise().
void check_inputs(const Workload& workload, const Workload& realised);

/// Each task of the file so many times, however often it is repeated there.
Workload each_repeated(Workload workload, std::uint32_t count);

/// One for each task of the file, however often it is repeated. `realised`: by realise(), without releases.
/// check: compute what results must be, on the CPU. Throws DeviceError that names the task: out of host memory.
std::vector<ServedTask> served_tasks(const gpu::Device& device, const Workload& realised, bool check);

}  // namespace warpshop::dispatch
