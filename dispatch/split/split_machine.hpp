#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/gpu/handles.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/split_run.hpp"

namespace warpshop::dispatch {

/// Does steps of a data-parallel job for real: the kernel on the device, its CPU version on threads of this machine,
/// both at once (S1 chapter 4). An iteration is `unit` elements of the kernel. Each part, and each thread's piece of
/// the CPU's, is a problem of its own size with input of its own; making that up is not timed, nor is memory.
class SplitMachine {
 public:
  /// iterations: the most of a step; threads ≥ 1. Throws DeviceError, and std::bad_alloc.
  SplitMachine(const gpu::Device& device, const kernels::Kernel& kernel, std::int64_t iterations, unsigned threads,
               std::uint64_t seed);

  /// Times from the start of the step: the GPU's to the end of its copy out, the CPU's to the end of its last thread.
  /// Throws DeviceError.
  SplitTimes step(const SplitParts& parts);

  /// From now on results of the GPU are held against those of the CPU after each step, or are not.
  void check(bool checked) { checked_ = checked; }
  bool correct() const { return correct_; }

 private:
  struct Piece {
    std::vector<std::byte> input, output;
    std::int64_t elements = 0;
    Millis end{0};
  };

  void prepare(const SplitParts& parts);
  void submit(std::int64_t elements) const;
  void hold_against_cpu(std::int64_t elements);

  const kernels::Kernel& kernel_;
  std::uint64_t seed_;
  gpu::Buffer host_input_, host_output_, input_, output_;
  gpu::Stream stream_;
  std::vector<Piece> pieces_;  ///< of the CPU, one a thread
  bool checked_ = false;
  bool correct_ = true;
};

/// How fast the CPU is: elements a second of one thread, and what a step takes beside them, by a line through the
/// medians of three steps each of an eighth of that many iterations and of all of them.
struct MeasuredCpu {
  ElementsPerSecond per_thread;
  Millis overhead{0};
};
MeasuredCpu measured_cpu(SplitMachine& machine, const kernels::Kernel& kernel, std::int64_t iterations,
                         unsigned threads);

}  // namespace warpshop::dispatch
