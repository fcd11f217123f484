#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/client_comparison.hpp"
#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::study {

/// A value that nobody measured or said, or several that go to an end together: what a kernel uses beside what limits
/// it, and what a change of context takes.
struct AssumedInput {
  std::vector<AssumedBetween> values;  ///< as they are told
  std::vector<std::uint32_t> kernels;  ///< of Instance::kernels that do not say what they use; none: a time
};

/// Times of a plan of several clients that nobody measured or set, with their ranges: see context_switch_range() and
/// share::patience_range().
std::vector<AssumedValue> assumed_times(const Instance& instance, const Plan& plan);

/// Those of which a range is known, and that make a difference under the plan: see unsaid_uses() and
/// assumed_times(). Each by itself; of more than kMostAssumedInputs those of one key (compute, memory, context_switch,
/// patience) go together.
std::vector<AssumedInput> assumed_inputs(const Instance& instance, const Plan& plan);
inline constexpr std::size_t kMostAssumedInputs = 3;

/// A corner of what is assumed: which inputs are at their upper end, the others at the lower.
using AssumedCorner = std::vector<bool>;

/// Every one. No sign is taken for granted: who uses more of DRAM slows down what runs beside it, but a kernel that is
/// slowed down at the issue slots asks less of DRAM, so that a client may gain from what another uses more. What lies
/// inside the ranges is taken to be between the corners.
std::vector<AssumedCorner> assumed_corners(const std::vector<AssumedInput>& inputs);

/// The instance with its inputs at a corner, prepared anew for the device with which it was prepared: the same as if
/// the workload had said `compute` and `memory`, and the profile `context_switch`.
Instance at_corner(Instance instance, const Device& device, const std::vector<AssumedInput>& inputs,
                   const AssumedCorner& corner);

/// Sets ClientFigures::over_assumed of figures that are so as assumed from those at every corner, and Verdict::not_sure
/// where a goal has another verdict at one of them; counts goals anew. A corner where requests are too few for an
/// interval that is to be believed keeps a goal within which the rough one lies.
void judge_at_corners(ClientsFigures& figures, const std::vector<ClientsFigures>& at_corners);

}  // namespace warpshop::study
