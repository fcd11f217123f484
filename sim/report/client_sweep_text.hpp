#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/model/client_sweep.hpp"

namespace warpshop::report {

/// An axis as people read it: a value of the clients without what stands before the client's name.
std::string_view axis_text(std::string_view axis);

/// `h100-sxm, chat.goal.latency 40 ms`: the values of the axes that have several, without one of them.
std::string swept_place(const ClientSweep& sweep, const std::vector<std::size_t>& values, std::size_t without);

/// Ranges along one axis, the others being as they are: one a policy.
struct RangeGroup {
  std::size_t axis = 0;
  std::vector<const KeptRange*> ranges;  ///< which policy goes furthest first, of these the best one there
};
std::vector<RangeGroup> range_groups(const ClientSweep& sweep);

/// How far each policy keeps every goal, a sentence for each RangeGroup; where there is none, in how many cells it
/// does.
std::vector<std::string> kept_lines(const ClientSweep& sweep);

/// What a reader has to know of that, a sentence each: goals that a client does not keep with the GPU to itself, what a
/// longer horizon would tell, that nothing was tried between the values of the grid.
std::vector<std::string> remarks(const ClientSweep& sweep);

}  // namespace warpshop::report
