#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "sim/model/device.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// What jobs can share a GPU by; of equal ones the first is advised: those that need less to be set.
inline constexpr std::array<std::string_view, 4> kPlacingWays{"leftover", "timeslice", "mps", "mig"};

/// What --sharing names: leftover, mps, mig or timeslice, with options that are the same for all jobs. Throws
/// InputError: anything else.
NamedPolicy way_of_sharing(const std::string& text);

/// The same with what is fixed before jobs come: where nothing is set, equal parts for as many as may be there. Throws
/// InputError: a chip that cannot be cut into so many instances, instances that are not alike.
NamedPolicy fixed_sharing(NamedPolicy way, const Device& device, std::size_t at_most);

}  // namespace warpshop::study
