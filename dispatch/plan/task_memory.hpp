#pragma once

#include <optional>

#include "dispatch/plan/concrete_task.hpp"
#include "dispatch/submit/task_commands.hpp"
#include "kernels/gpu/handles.hpp"

namespace warpshop::dispatch {

/// A task with its memory, ready to be submitted stage by stage. What a kernel reads beyond what is copied in lies in
/// device memory beforehand; a task without a kernel copies out of what it copied in.
class TaskMemory {
 public:
  /// Allocates host memory. Throws DeviceError.
  TaskMemory(gpu::Device device, ConcreteTask task);

  const ConcreteTask& task() const { return task_; }

  /// Device memory that load() takes.
  Bytes footprint() const;
  bool loaded() const { return input_ || output_; }
  /// Allocates device memory and puts there what is not copied in. Throws DeviceError.
  void load(const gpu::Stream& stream);
  void unload();

  /// Submits one stage that the task has; it is loaded.
  void submit(Stage stage, const gpu::Stream& stream) const {
    submit_stage(commands_, stage, stream, input_->data(), (output_ ? output_ : input_)->data());
  }

  /// Overwrites what the stages are to write, so that nothing left over is taken for a result. Waits.
  void spoil(const gpu::Stream& stream) const;
  /// Whether what was computed, and copied out, is what the CPU version says. After the last stage has ended.
  bool correct(const gpu::Stream& stream) const;

 private:
  gpu::Device device_;
  ConcreteTask task_;
  std::optional<gpu::Buffer> from_, to_;       ///< host memory of the copies
  std::optional<gpu::Buffer> input_, output_;  ///< device memory
  TaskCommands commands_;
};

}  // namespace warpshop::dispatch
