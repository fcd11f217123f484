#pragma once

#include <optional>

#include "sim/model/instance.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop {

/// How kernels fared that shared a GPU (S5 2.6). T_j is Job::kernel, what a kernel takes alone; t_j its interval; NP_j
/// = T_j / t_j.
struct SharingMetrics {
  double stp = 0;       ///< system throughput: Σ T_j / the time in which any kernel ran (S5 4.7); 1: one at a time
  double antt = 0;      ///< average normalised turnaround time: mean of 1 / NP_j; ≥ 1 as a rule
  double fairness = 0;  ///< min NP / max NP: 1 if all are slowed down alike
};

/// Of a timeline on one device; kernels that take no time do not count. Nothing without kernels.
std::optional<SharingMetrics> sharing_metrics(const Instance& instance, const Timeline& timeline);

}  // namespace warpshop
