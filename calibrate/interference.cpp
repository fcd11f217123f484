#include "calibrate/interference.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace warpshop::calibrate {
namespace {

constexpr double kCovered = 3;  // how much longer what runs throughout takes than what is measured beside it
constexpr double kFastest = 2;  // speeds beyond this are noise

double speed(const std::optional<Measured>& beside, Millis alone) {
  return beside ? std::min(alone / beside->median, kFastest) : 1;
}

/// A copy while the kernel runs again and again.
double copy_beside_kernel(Meter& meter, const TimedKernel& kernel, Millis kernel_time, const KnownCopies& copies) {
  const Bytes size{std::max<std::int64_t>(1, copies.largest.count / 8)};
  const Measured alone =
      meter.measure(copies.stream.name() + " before a kernel", [&] { return copies.stream.time_alone(size); });
  const int launches = 1 + static_cast<int>(std::ceil(kCovered * (alone.median / kernel_time)));
  const gpu::Device& device = kernel.stream().device();
  const gpu::Event origin(device);
  const gpu::Event start(device);
  const gpu::Event first(device);
  const gpu::Event last(device);
  const gpu::Event copied(device);
  const auto beside = meter.try_measure(copies.stream.name() + " beside a kernel", [&]() -> std::optional<Millis> {
    kernel.stream().record(origin);
    for (int launch = 0; launch < launches; ++launch) {
      kernel.submit();
      if (launch == 0) {
        kernel.stream().record(first);
      }
    }
    kernel.stream().record(last);
    copies.stream.gpu_stream().wait(first);
    copies.stream.gpu_stream().record(start);
    copies.stream.submit(size);
    copies.stream.gpu_stream().record(copied);
    kernel.stream().synchronize();
    copies.stream.gpu_stream().synchronize();
    const bool throughout = gpu::elapsed(origin, copied) <= gpu::elapsed(origin, last);
    return throughout ? std::optional{gpu::elapsed(start, copied)} : std::nullopt;
  });
  return speed(beside, alone.median);
}

/// A kernel while one long copy moves.
double kernel_beside_copy(Meter& meter, const TimedKernel& kernel, Millis kernel_time, const KnownCopies& copies) {
  const Millis wanted = kernel_time * kCovered;
  const Bytes size{std::clamp<std::int64_t>(
      static_cast<std::int64_t>(copies.model.alone->value * std::chrono::duration<double>(wanted).count()), 1,
      copies.largest.count)};
  const gpu::Device& device = kernel.stream().device();
  const gpu::Event begin(device);
  const gpu::Event copied(device);
  const gpu::Event start(device);
  const gpu::Event end(device);
  const auto beside = meter.try_measure("kernel beside " + copies.stream.name(), [&]() -> std::optional<Millis> {
    kernel.hold();
    copies.stream.gpu_stream().record(begin);
    copies.stream.submit(size);
    copies.stream.gpu_stream().record(copied);
    kernel.stream().wait(begin);
    kernel.stream().record(start);
    kernel.submit();
    kernel.stream().record(end);
    kernel.stream().synchronize();
    copies.stream.gpu_stream().synchronize();
    const bool throughout = gpu::elapsed(begin, end) <= gpu::elapsed(begin, copied);
    return throughout ? std::optional{gpu::elapsed(start, end)} : std::nullopt;
  });
  return speed(beside, kernel_time);
}

}  // namespace

Interference measure_interference(Meter& meter, const TimedKernel& streaming, const KnownCopies& h2d,
                                  const KnownCopies& d2h) {
  const Millis kernel_time = meter.measure("streaming kernel alone", [&] { return streaming.time(); }).median;
  return {.h2d_beside_kernel = copy_beside_kernel(meter, streaming, kernel_time, h2d),
          .d2h_beside_kernel = copy_beside_kernel(meter, streaming, kernel_time, d2h),
          .kernel_beside_h2d = kernel_beside_copy(meter, streaming, kernel_time, h2d),
          .kernel_beside_d2h = kernel_beside_copy(meter, streaming, kernel_time, d2h)};
}

}  // namespace warpshop::calibrate
