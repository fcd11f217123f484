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
double copy_beside_kernel(Meter& meter, const KernelBed& kernel, Millis kernel_time, const KnownLane& lane) {
  const Bytes size{std::max<std::int64_t>(1, lane.largest.count / 8)};
  const Measured alone =
      meter.measure(lane.lane.name() + " before a kernel", [&] { return lane.lane.time_alone(size); });
  const int launches = 1 + static_cast<int>(std::ceil(kCovered * (alone.median / kernel_time)));
  const gpu::Device& device = kernel.stream().device();
  const gpu::Event origin(device);
  const gpu::Event start(device);
  const gpu::Event first(device);
  const gpu::Event last(device);
  const gpu::Event copied(device);
  const auto beside = meter.try_measure(lane.lane.name() + " beside a kernel", [&]() -> std::optional<Millis> {
    kernel.stream().record(origin);
    for (int launch = 0; launch < launches; ++launch) {
      kernel.submit();
      if (launch == 0) {
        kernel.stream().record(first);
      }
    }
    kernel.stream().record(last);
    lane.lane.stream().wait(first);
    lane.lane.stream().record(start);
    lane.lane.submit(size);
    lane.lane.stream().record(copied);
    kernel.stream().synchronize();
    lane.lane.stream().synchronize();
    const bool throughout = gpu::elapsed(origin, copied) <= gpu::elapsed(origin, last);
    return throughout ? std::optional{gpu::elapsed(start, copied)} : std::nullopt;
  });
  return speed(beside, alone.median);
}

/// A kernel while one long copy moves.
double kernel_beside_copy(Meter& meter, const KernelBed& kernel, Millis kernel_time, const KnownLane& lane) {
  const Millis wanted = kernel_time * kCovered;
  const Bytes size{std::clamp<std::int64_t>(
      static_cast<std::int64_t>(lane.model.alone->value * std::chrono::duration<double>(wanted).count()), 1,
      lane.largest.count)};
  const gpu::Device& device = kernel.stream().device();
  const gpu::Event begin(device);
  const gpu::Event copied(device);
  const gpu::Event start(device);
  const gpu::Event end(device);
  const auto beside = meter.try_measure("kernel beside " + lane.lane.name(), [&]() -> std::optional<Millis> {
    kernel.hold();
    lane.lane.stream().record(begin);
    lane.lane.submit(size);
    lane.lane.stream().record(copied);
    kernel.stream().wait(begin);
    kernel.stream().record(start);
    kernel.submit();
    kernel.stream().record(end);
    kernel.stream().synchronize();
    lane.lane.stream().synchronize();
    const bool throughout = gpu::elapsed(begin, end) <= gpu::elapsed(begin, copied);
    return throughout ? std::optional{gpu::elapsed(start, end)} : std::nullopt;
  });
  return speed(beside, kernel_time);
}

}  // namespace

Interference measure_interference(Meter& meter, const KernelBed& streaming, const KnownLane& h2d,
                                  const KnownLane& d2h) {
  const Millis kernel_time = meter.measure("streaming kernel alone", [&] { return streaming.time(); }).median;
  return {.h2d_beside_kernel = copy_beside_kernel(meter, streaming, kernel_time, h2d),
          .d2h_beside_kernel = copy_beside_kernel(meter, streaming, kernel_time, d2h),
          .kernel_beside_h2d = kernel_beside_copy(meter, streaming, kernel_time, h2d),
          .kernel_beside_d2h = kernel_beside_copy(meter, streaming, kernel_time, d2h)};
}

}  // namespace warpshop::calibrate
