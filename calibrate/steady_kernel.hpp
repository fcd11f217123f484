#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "calibrate/options.hpp"
#include "calibrate/timed_kernel.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/units.hpp"

namespace warpshop::calibrate {

/// The persistent form of a kernel that does its subtasks again and again until it is told to leave, so many CTAs on
/// every SM. Its words are in device memory: CTAs that look at the host's before each subtask run at a hundredth of
/// their speed (results/co-run/hardware). A launch for each CTA of an SM, of which the first to come to each SM stays.
class SteadyKernel {
 public:
  /// Makes all that it needs: while kernels stay, to make memory or to give it back may wait for them. Runs the kernel
  /// once, as loading its code may wait, too. `timed` outlives it, and nobody else uses its words meanwhile; ctas ≥ 1.
  SteadyKernel(const TimedKernel& timed, std::uint32_t ctas);

  const TimedKernel& timed() const { return timed_; }
  std::uint32_t ctas() const { return ctas_; }  ///< on every SM
  std::uint32_t ctas_in_all() const { return ctas_ * sms_; }

  /// Submits it, once it has left if it was started before. It is then to be told to leave and awaited, whatever
  /// happens.
  void start(const gpu::Stream& orders);
  void tell_to_leave(const gpu::Stream& orders) const { timed_.run().evict(orders); }
  void await() const;
  /// CTAs that have come and not left. Waits for the stream.
  std::uint32_t there(const gpu::Stream& orders) const;

 private:
  const TimedKernel& timed_;
  std::uint32_t ctas_, sms_;
  gpu::Buffer counted_;  ///< CTAs that are there, then a ticket for each CTA of an SM and SM
  gpu::Buffer seen_;
  std::vector<gpu::Stream> streams_;
  std::uint32_t starts_ = 0;
};

/// One kernel, or several beside each other on the same SMs, that run throughout: from the constructor on until this is
/// gone. Throws DeviceError.
class SteadyRun {
 public:
  /// Starts one after the other, each once all CTAs of those before are there. The kernels outlive it.
  SteadyRun(const Options& options, std::span<SteadyKernel* const> kernels);
  SteadyRun(const SteadyRun&) = delete;
  SteadyRun& operator=(const SteadyRun&) = delete;
  ~SteadyRun();

  /// From the launch of the last one until all its CTAs were there, by the device; to within what a look takes.
  Millis start_time() const { return start_time_; }
  /// Whether SMs had room for all of them; else nothing is to be asked.
  bool all_there() const { return all_there_; }
  /// CTAs of the last one that came.
  std::uint32_t last_there() const { return last_there_; }

  /// What one of them did in a window.
  struct Progress {
    Millis time;
    std::uint32_t subtasks = 0;
  };
  /// What each does from the end of the last window on, or the first look, for `window` at least.
  std::vector<Progress> next_window(Millis window);

 private:
  /// A look at how many subtasks each has taken, and when it was.
  struct Look {
    std::vector<gpu::Event> at;
    std::vector<std::uint32_t> taken;
  };

  void start(SteadyKernel& kernel);
  void take(Look& look) const;
  void leave() noexcept;

  const Options& options_;
  std::vector<SteadyKernel*> kernels_;
  gpu::Stream orders_;
  gpu::Event begin_, now_;
  Look first_, last_;
  std::size_t started_ = 0;
  std::uint32_t last_there_ = 0;
  Millis start_time_{0};
  bool all_there_ = true;
  bool has_looked_ = false;
};

}  // namespace warpshop::calibrate
