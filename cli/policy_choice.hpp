#pragma once

#include <string>
#include <vector>

#include "sim/model/workload.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::cli {

/// The policies that a user asked for, for one workload, in the order of the registry.
struct PolicyChoice {
  std::vector<const order::Policy*> chosen;
  std::vector<const order::Policy*> left_out;  ///< of `all`: the workload has more tasks than their limit
};

/// names: policies, or `all` for every policy within its limit; a policy that is named is chosen whatever its limit in
/// `all`. Throws InputError: an unknown name, a policy that cannot take the workload.
PolicyChoice choose_policies(const std::vector<std::string>& names, const Workload& workload);

}  // namespace warpshop::cli
