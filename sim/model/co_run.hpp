#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/model/kernel_model.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// What kernels that share a GPU wait for.
enum class SharedResource : std::uint8_t {
  issue,  ///< slots of the warp schedulers of an SM
  dram,   ///< bandwidth of the device's memory, which all SMs share
  l1,     ///< shared memory and L1 of an SM
};
inline constexpr std::size_t kSharedResources = 3;
constexpr std::size_t index(SharedResource resource) {
  return static_cast<std::size_t>(resource);
}

inline constexpr std::array kAllSharedResources{SharedResource::issue, SharedResource::dram, SharedResource::l1};
constexpr std::string_view name(SharedResource resource) {
  return resource == SharedResource::issue ? "issue" : resource == SharedResource::dram ? "dram" : "l1";
}

/// What a kernel needs for a subtask, by the co-run law (evaluate/co_run/law.hpp).
struct CoRunKernel {
  Millis delay{0};                                ///< Z > 0: in which nobody is in its way
  std::array<Millis, kSharedResources> demand{};  ///< D ≥ 0: of the resource of one SM, or of an SM's part of the DRAM
  double issue_weight = 1;                        ///< w > 0: the larger, the less it waits for issue slots; 1: ordinary
  double memory_weight = 1;                       ///< the same for DRAM and L1: requests that it keeps under way
  friend bool operator==(const CoRunKernel&, const CoRunKernel&) = default;
};

/// A kernel, how it runs alone, and how that says it runs beside others: see evaluate::fit_co_run().
struct FittedKernel {
  std::string name;
  CoRunKernel law;
  SharedResource limit = SharedResource::dram;  ///< of its rate alone
  double misfit = 0;                            ///< root mean square of ln(law / measured) over what it was fitted to
};

/// By what factor either way, ≥ 1, the parameters of a fitted kernel may be off in 95 of 100 cases.
struct LawUncertainty {
  double delay = 1;
  std::array<double, kSharedResources> demand{1, 1, 1};
  double issue_weight = 1;
  double memory_weight = 1;
};

/// Two kernels measured on the same SMs, all of the device's.
struct CoRunPoint {
  std::array<std::string, 2> kernels;     ///< that the profile has; they differ
  std::array<std::int64_t, 2> ctas{};     ///< on each SM; ≥ 1
  std::array<SubtasksPerMilli, 2> rates;  ///< > 0
  friend bool operator==(const CoRunPoint&, const CoRunPoint&) = default;
};

/// What the rate of one of the two is called among the confidences of a profile, as `co_run.4 mm beside 2 fma`.
std::string co_run_path(const CoRunPoint& point, std::size_t side);

/// Measured rate / law at a count of CTAs per SM, or of SMs.
struct RateCorrection {
  double count = 1;
  double factor = 1;
  friend bool operator==(const RateCorrection&, const RateCorrection&) = default;
};

/// Corrections by count. Copies are one: a workload may describe as many kernels as it has tasks, of a few shapes.
class CorrectionCurve {
 public:
  CorrectionCurve() = default;
  explicit CorrectionCurve(std::vector<RateCorrection> points)
      : points_(std::make_shared<const std::vector<RateCorrection>>(std::move(points))) {}

  std::span<const RateCorrection> points() const {
    return points_ ? std::span<const RateCorrection>(*points_) : std::span<const RateCorrection>();
  }
  friend bool operator==(const CorrectionCurve& a, const CorrectionCurve& b) {
    return std::ranges::equal(a.points(), b.points());
  }

 private:
  std::shared_ptr<const std::vector<RateCorrection>> points_;
};

/// A kernel by the law, and what that misses its measured curves by.
struct CorrectedKernel {
  CoRunKernel law;
  CorrectionCurve by_ctas = {};  ///< on all SMs, by count
  CorrectionCurve on_part = {};  ///< on fewer, by CTAs: by_ctas, but that spreading CTAs costs nothing
  CorrectionCurve by_sms = {};   ///< relative to that on all SMs, where there is also by_ctas
  friend bool operator==(const CorrectedKernel&, const CorrectedKernel&) = default;
};

/// Two kernels that were measured beside each other, as they are there; positions in CoRunProfile::kernels.
struct CorrectedPair {
  std::size_t first = 0, second = 0;
  std::array<CorrectedKernel, 2> kernels;
  std::array<double, 2> most{1, 1};              ///< CTAs that an SM holds
  std::array<CorrectionCurve, 2> by_share = {};  ///< of a rate, on SMs that both are on, by share()

  /// What the first has of an SM of what both have, in parts of what each could: 0 … 1. Some CTAs are there.
  double share(double of_first, double of_second) const {
    return of_first * most[1] / (of_first * most[1] + of_second * most[0]);
  }
  friend bool operator==(const CorrectedPair&, const CorrectedPair&) = default;
};

/// How the kernels of a device run together: what evaluate::fitted_profile() makes of its measurements.
struct CoRunProfile {
  std::int64_t sms = 1;
  std::vector<CorrectedKernel> kernels;
  std::vector<CorrectedPair> pairs;
  std::optional<std::size_t> context = {};  ///< of kernels: a byte of a CTA's context that moves is a subtask
  friend bool operator==(const CoRunProfile&, const CoRunProfile&) = default;
};

}  // namespace warpshop
