#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "sim/model/comparison.hpp"
#include "sim/report/comparison_table.hpp"

namespace warpshop::report {

/// What a comparison is called beside the others: its device; one on a device that another has without --set says so.
template <class Compared>
std::string device_label(const Compared& comparison, std::span<const Compared> all) {
  const bool twin = std::any_of(all.begin(), all.end(), [&](const Compared& other) {
    return other.device == comparison.device && other.basis.set != comparison.basis.set;
  });
  return comparison.device + (twin && !comparison.basis.set.empty() ? " --set" : "");
}

/// One workload on several devices, for people: a row a policy, in the order of the first device's ranking: what it
/// costs on each, and that over the cost on the first device. comparisons: at least one, of one objective.
std::string side_by_side(std::span<const Comparison> comparisons, const format::Table& style);

}  // namespace warpshop::report
