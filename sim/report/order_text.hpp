#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "sim/model/plan.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// Of an order that is shown whole, however long.
inline constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();

/// Of one in a sentence.
inline constexpr std::size_t kLongestInSentence = 70;

/// Characters of an order in a table: enough for a few lines of it.
constexpr std::size_t longest_order(const format::Table& style) {
  constexpr std::size_t kWithoutLimit = 120;
  return style.width > 0 ? style.width : kWithoutLimit;
}

/// Whether tasks go in the order in which the workload lists them, all to one device and all at once.
bool is_as_listed(const Plan& plan);

/// For people, shorter than plan_text(): `as listed` where it is; names as short_name(), of three or more that go on
/// counting the first and the last number, `chat#1…8`; of an order longer than so many characters its first tasks, and
/// how many follow; of gates their number, `BS-TM (1 gate)`.
std::string order_text(const Plan& plan, const std::vector<std::string>& task_names,
                       const std::vector<std::string>& fleet = {}, std::size_t longest = kWhole);

/// Tasks that stand beside each other in no order, as order_text() names and cuts them: `chat#1…8, vision`.
std::string tasks_text(std::span<const std::uint32_t> tasks, const std::vector<std::string>& task_names,
                       std::size_t longest = kWhole);

/// Which copies the gates of a plan hold back: `gates d2h BS after h2d VA, d2h TM
/// after h2d MM`. Empty without gates.
std::string gates_text(const Plan& plan, const std::vector<std::string>& task_names);

/// `neh-gpu`; of a policy that seeks an optimum, whether it is one: `best (proven)`, `best (not proven)`.
std::string policy_text(const std::string& policy, bool seeks_optimum, bool proven_optimal);

}  // namespace warpshop::report
