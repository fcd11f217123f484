#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace warpshop::study {

/// Members of something, by number, increasing.
using Group = std::vector<std::size_t>;

/// The fewest groups, at most `most`, that everybody is in one of, and each of which will do; nothing: there are none.
///
/// kind: by member; those of one kind are alike. will_do(group) is asked once of those that are alike, and taken to be
/// the same without a member where it is true, with one more where it is false. So all deals are covered, by branches:
/// members go to the groups in turn, and a deal is left when one of its groups will not do. Exponential in the number
/// of kinds.
std::optional<std::vector<Group>> fewest_groups(const std::vector<std::size_t>& kind, std::size_t most,
                                                const std::function<bool(const Group&)>& will_do);

}  // namespace warpshop::study
