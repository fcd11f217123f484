#include "calibrate/round_figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

namespace warpshop::calibrate {
namespace {

constexpr int kDigits = 5;
constexpr double kIntervalStep = 1e-5;

/// The double nearest to the decimal number, so that a profile shows no more digits than these.
double rounded(double value) {
  return std::strtod(fmt::format("{:.{}e}", value, kDigits - 1).c_str(), nullptr);
}

void round(Millis& time) {
  time = Millis{rounded(time.count())};
}
void round(double& value) {
  value = rounded(value);
}
void round(BytesPerSecond& bandwidth) {
  round(bandwidth.value);
}
void round(SubtasksPerMilli& rate) {
  round(rate.value);
}
void round(Interference& interference);
void round(Observed& observed);
void round(StreamGaps& gaps);
void round(ModelCheck& check);
template <class T>
void round(std::optional<T>& figure) {
  if (figure) {
    round(*figure);
  }
}

/// What is as much as it may be before both are rounded may be more after it, and no profile may say so.
void round_beside(std::optional<BytesPerSecond>& beside, const std::optional<BytesPerSecond>& alone) {
  round(beside);
  if (beside && alone) {
    const double most = alone->value * kMostBesideOverAlone;
    const double nearest = rounded(most);
    constexpr double kLastDigit = 1e-4;  // of any value, at most
    beside->value = std::min(beside->value, nearest <= most ? nearest : rounded(most * (1 - kLastDigit)));
  }
}

void round(TransferModel& transfer) {
  round(transfer.latency);
  round(transfer.alone);
  round_beside(transfer.duplex, transfer.alone);
  round_beside(transfer.mixed, transfer.alone);
  for (BandwidthPoint& point : transfer.points) {
    round(point.bandwidth);
  }
}

void round(KernelModel& kernel) {
  round(kernel.per_element);
  round(kernel.invocation);
  for (ScalingPoint& point : kernel.by_ctas) {
    round(point.rate);
  }
  for (ScalingPoint& point : kernel.by_sms) {
    round(point.rate);
  }
  round(kernel.eviction);
  round(kernel.transformation);
}

void round(Interference& interference) {
  round(interference.h2d_beside_kernel);
  round(interference.d2h_beside_kernel);
  round(interference.kernel_beside_h2d);
  round(interference.kernel_beside_d2h);
}

void round(StreamGaps& gaps) {
  round(gaps.kernel_kernel);
  round(gaps.copy_kernel);
  round(gaps.kernel_copy);
}

void round(ModelCheck& check) {
  round(check.mean_error);
  round(check.worst_error);
}

void round(Observed& observed) {
  round(observed.pageable_overlap);
  round(observed.same_direction_overlap);
  round(observed.partial_overlap);
}

void round(Confidence& confidence) {
  confidence.low = std::max(0.0, std::floor(confidence.low / kIntervalStep) * kIntervalStep);
  confidence.high = std::ceil(confidence.high / kIntervalStep) * kIntervalStep;
}

}  // namespace

void round_figures(Device& device) {
  for (auto& memory : device.transfers) {
    for (TransferModel& transfer : memory) {
      round(transfer);
    }
  }
  round(device.memory_bandwidth);
  round(device.launch_latency);
  round(device.gaps);
  round(device.context_switch);
  round(device.interference);
  round(device.observed);
  for (auto& [name, kernel] : device.kernels) {
    round(kernel);
  }
  for (CoRunPoint& point : device.co_run) {
    round(point.rates[0]);
    round(point.rates[1]);
  }
  for (auto& [path, confidence] : device.confidence) {
    round(confidence);
  }
}

}  // namespace warpshop::calibrate
