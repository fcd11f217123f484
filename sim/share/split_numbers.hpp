#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpshop::share {

/// Of what a user set behind a policy's name, if anything: that it is so many whole numbers, each 1 … most. Throws
/// InputError, which names the policy.
void check_whole_numbers(std::string_view policy, const std::vector<double>& split, std::size_t count,
                         std::int64_t most);

}  // namespace warpshop::share
