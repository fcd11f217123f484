#pragma once

#include <span>

namespace warpshop::evaluate {

/// Max-min fair shares of a bus of bandwidth 1: `demands`, each > 0, become what each is given. Nobody gets more than
/// it asks for, and what one does not need goes to the others in equal parts (water-filling). O(n log n).
void share_bus(std::span<double> demands);

}  // namespace warpshop::evaluate
