#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/validation.hpp"
#include "sim/order/policies.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// All orders of up to so many tasks that `after` allows are measured, of more a sample.
inline constexpr std::size_t kEveryOrderUpTo = 4;

/// The plans of a validation, nothing measured yet: `plans` with their predictions, `orders`, `every_order`,
/// `policies`. The orders come first, a sample of `sample` different ones drawn with its seed where not all are taken,
/// then what the policies chose beside them.
Validation planned_validation(const Instance& instance, const std::vector<NamedPolicy>& policies, std::size_t sample,
                              const PlanOptions& options);

}  // namespace warpshop::study
