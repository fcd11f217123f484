#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/model/comparison.hpp"
#include "sim/model/device.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// The policies that a user asked for, for one workload, in the order of the registry; of one with several numbers as
/// named.
struct PolicyChoice {
  std::vector<NamedPolicy> chosen;
  std::vector<SkippedPolicy> left_out;  ///< of `all`; of those that are named, see Unfit
};

/// What becomes of a policy that is named and cannot take the workload.
enum class Unfit : std::uint8_t {
  refused,   ///< an error
  left_out,  ///< an error only where no other policy is left
};

/// What stands for the policies that are compared where nobody names any.
inline constexpr const char* kDefaultPolicies = "default";

/// Whether a user's word is no policy, but `all` or `default`.
bool stands_for_several(const std::string& name);

/// names: policies, each with its numbers once; or `all` for every policy that can take the workload and is within its
/// limit; or `default` for those of `all` that somebody could choose: without baselines, and of the ways of sharing
/// what can be set on the device, see share::can_be_set(). Where a workload is beyond the limit of all that search,
/// `default` is `all`. A policy that is named is chosen whatever its limit. Ways of sharing the GPU are among `all`
/// where any kernels could share: see share::any_share(). devices: those of the fleet; none: kernels run one at a time.
/// Throws InputError: an unknown name, a policy that is named and cannot take the workload (see Unfit), a workload that
/// the objective does not fit.
PolicyChoice choose_policies(const std::vector<std::string>& names, const Workload& workload,
                             Objective objective = Objective::makespan, std::span<const Device> devices = {},
                             Unfit unfit = Unfit::refused);

/// Whether plans by any of these policies may let kernels share the GPU, so that the problem is to be prepared: a way
/// of sharing, or an order that shares (Policy::shares_as) where any kernel has a shape: one by itself feels copies
/// beside it.
bool may_share(const std::vector<NamedPolicy>& policies, const Workload& workload, std::span<const Device> devices);

}  // namespace warpshop::study
