#include "calibrate/stream_gaps.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "kernels/gpu/handles.hpp"

namespace warpshop::calibrate {
namespace {

/// Commands in the stream of a kernel.
class Sequences {
 public:
  Sequences(Meter& meter, const TimedKernel& kernel)
      : meter_(meter),
        kernel_(kernel),
        host_(kernel.stream().device(), gpu::Space::pinned, kCopied),
        device_(kernel.stream().device(), gpu::Space::device, kCopied),
        start_(kernel.stream().device()),
        end_(kernel.stream().device()) {}

  void copy() const { kernel_.stream().copy(device_, host_); }
  void copy_back() const { kernel_.stream().copy(host_, device_); }

  /// Median of what the commands take that submit() submits.
  Millis time(const std::string& name, const std::function<void()>& submit) {
    return meter_
        .measure("gaps " + name,
                 [&] {
                   kernel_.hold();
                   kernel_.stream().record(start_);
                   submit();
                   kernel_.stream().record(end_);
                   end_.synchronize();
                   return gpu::elapsed(start_, end_);
                 })
        .median;
  }

 private:
  static constexpr Bytes kCopied{64 << 10};

  Meter& meter_;
  const TimedKernel& kernel_;
  gpu::Buffer host_, device_;
  gpu::Event start_, end_;
};

}  // namespace

StreamGaps measure_stream_gaps(Meter& meter, const TimedKernel& kernel) {
  constexpr int kKernelsInARow = 16;
  Sequences sequences(meter, kernel);
  const Millis kernel_alone = sequences.time("kernel", [&] { kernel.submit(); });
  const Millis in = sequences.time("copy in", [&] { sequences.copy(); });
  const Millis out = sequences.time("copy out", [&] { sequences.copy_back(); });
  const Millis kernels = sequences.time("kernels", [&] {
    for (int launch = 0; launch < kKernelsInARow; ++launch) {
      kernel.submit();
    }
  });
  const Millis copy_kernel = sequences.time("copy, kernel", [&] {
    sequences.copy();
    kernel.submit();
  });
  const Millis kernel_copy = sequences.time("kernel, copy", [&] {
    kernel.submit();
    sequences.copy_back();
  });
  const auto gap = [](Millis together, Millis apart, int times) {
    return std::max(Millis{0}, (together - apart) / times);
  };
  return {.kernel_kernel = gap(kernels, kKernelsInARow * kernel_alone, kKernelsInARow - 1),
          .copy_kernel = gap(copy_kernel, in + kernel_alone, 1),
          .kernel_copy = gap(kernel_copy, kernel_alone + out, 1)};
}

}  // namespace warpshop::calibrate
