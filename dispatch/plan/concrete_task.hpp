#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dispatch/submit/kernel_launch.hpp"
#include "dispatch/submit/task_commands.hpp"
#include "kernels/gpu/handles.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// What host memory for results is filled with before a task writes them, so that nothing left over is taken for one.
inline constexpr int kNoResult = 0xA5;

/// What a kernel reads and what it must write, made up once for all tasks that run it on as many elements.
struct KernelData {
  std::vector<std::byte> input;
  std::vector<std::byte> expected;  ///< by the CPU version; empty: results are not checked
};

/// A task of a realised workload, in terms of kernels/: what to copy, what to launch, what comes out.
struct ConcreteTask {
  struct Transfer {
    Bytes size;
    Memory memory = Memory::pinned;
    /// Where its host memory lies.
    gpu::Space space() const { return memory == Memory::pinned ? gpu::Space::pinned : gpu::Space::pageable; }
  };
  std::optional<Transfer> h2d, d2h;
  const kernels::Kernel* kernel = nullptr;  ///< null: none
  std::int64_t elements = 0;
  Millis release{0};
  std::shared_ptr<const KernelData> data;  ///< null where there is no kernel

  /// [Stage]: those that it has.
  std::array<bool, 3> stages() const { return {h2d.has_value(), kernel != nullptr, d2h.has_value()}; }
  /// Device memory: what the kernel reads or the copies need; a task without a kernel has no output of its own.
  Bytes input_size() const;
  Bytes output_size() const;
  /// Whether what is copied out shows that the kernel read what was copied in, and all that it wrote.
  bool shows_results() const;
  /// The kernel's input, and beyond it bytes that tell their position.
  void fill(std::span<std::byte> memory) const;
  /// Whether its kernel's output is what the CPU version says; computed by concrete_tasks().
  bool correct(std::span<const std::byte> output) const {
    return kernel->error(data->expected, output) <= kernel->tolerance;
  }
  /// Its stages, with copies from and to host memory that is as large at least; given where they need it.
  TaskCommands commands(const gpu::Buffer* from, const gpu::Buffer* to) const;
};

/// The tasks of a workload that realise() has made, repeats expanded. `check`: compute what results must be, on the
/// CPU.
std::vector<ConcreteTask> concrete_tasks(const Workload& realised, bool check);

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

  /// Its kernel, which it has, on its device memory; it is loaded.
  KernelLaunch kernel() const;

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
