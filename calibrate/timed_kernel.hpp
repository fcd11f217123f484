#pragma once

#include <cstdint>
#include <string>

#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/persistent_run.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/units.hpp"

namespace warpshop::calibrate {

/// A kernel with its input in device memory, ready to be launched and timed.
class TimedKernel {
 public:
  TimedKernel(const gpu::Device& device, const kernels::Kernel& kernel, std::int64_t elements);

  void submit() const;
  /// Holds what is submitted from here on until a short copy has ended, so that the time which submitting takes is no
  /// part of what is measured: kernels of a fast GPU take no longer than it.
  void hold() const;
  Millis time() const;
  /// `ctas` persistent CTAs on the first `sms` SMs do the first `subtasks` of the subtasks.
  void submit_persistent(std::uint32_t ctas, std::uint32_t subtasks, std::uint32_t sms = UINT32_MAX) const;
  /// Persistent CTAs in another stream, that take their subtasks from `control`.
  void submit_persistent(const gpu::Stream& stream, std::uint32_t ctas, const gpu::Control& control) const;
  Millis time_persistent(std::uint32_t ctas, std::uint32_t subtasks, std::uint32_t sms = UINT32_MAX) const;

  /// Throws DeviceError if that form computes what the CPU version does not.
  void check_plain_result() const;
  void check_persistent_result(std::uint32_t ctas) const;

  std::uint32_t subtasks() const { return layout_.subtasks; }
  Bytes data() const { return layout_.data(); }
  std::int64_t elements() const { return elements_; }
  const gpu::Stream& stream() const { return stream_; }
  const gpu::PersistentRun& run() const { return run_; }

 private:
  void check_output(const char* form) const;

  const kernels::Kernel& kernel_;
  std::int64_t elements_;
  kernels::Layout layout_;
  gpu::Buffer host_input_, input_, output_;
  gpu::Arguments arguments_;
  gpu::PersistentRun run_;
  gpu::Buffer hold_from_, hold_to_;
  gpu::Stream stream_, holding_;
  gpu::Event start_, end_, held_;
};

/// Runs it again and again for a while, so that the clocks rise to what they will be.
void run_for(const TimedKernel& timed, Millis time);

}  // namespace warpshop::calibrate
