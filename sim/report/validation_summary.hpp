#pragma once

#include <span>

#include "sim/model/validation.hpp"

namespace warpshop::report {

/// What several workloads say together. A policy counts on the workloads that it was measured on, a base on those where
/// both were; orders count alike, whatever workload they are of.
ValidationSummary summary(std::span<const ValidationMetrics> workloads);

}  // namespace warpshop::report
