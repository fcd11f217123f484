#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/validation.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// The plans of a validation, nothing measured yet: `plans` with their predictions, `orders`, `every_order`,
/// `policies`. The orders come first, a sample of `sample` different ones drawn with its seed where not all are taken,
/// then what the policies chose beside them.
Validation planned_validation(const Instance& instance, const std::vector<NamedPolicy>& policies, std::size_t sample,
                              const PlanOptions& options);

}  // namespace warpshop::study
