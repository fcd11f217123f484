#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::test {

/// How many CTAs of which task work, by SM and task.
using CtasOnSms = std::map<std::uint32_t, std::map<std::uint32_t, int>>;

/// What the law says of CTAs on SMs, where every SM is a group of its own: the second version of KernelRates and
/// LastRounds. Times in milliseconds. Keeps references.
class SlowSmRates {
 public:
  SlowSmRates(const Instance& instance, const Plan& plan) : instance_(instance), plan_(plan) {}

  /// Subtasks of each CTA in a millisecond, by SM and task.
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> of_ctas(
      const CtasOnSms& counts, const std::function<const evaluate::KernelOnSms&(std::uint32_t)>& kernel_of) const;
  /// What part of the `left` subtasks that are its last all its CTAs do together: with one round after another, each
  /// for itself, a kernel would lose more, to even ones, than it is to. Below 0: by so much of a round even ones lose
  /// more. room: CTAs by SM, together `all`.
  double begun_together(const evaluate::KernelOnSms& kernel, std::int64_t left, const std::vector<std::uint32_t>& room,
                        std::int64_t all) const;
  /// What a kernel with a law does in a millisecond with those CTAs and nobody beside it.
  double alone(const evaluate::KernelOnSms& kernel, const std::vector<std::uint32_t>& held) const {
    return rate(kernel, held, std::accumulate(held.begin(), held.end(), std::int64_t{0}));
  }

 private:
  std::size_t partition(std::uint32_t sm) const;
  double rate(const evaluate::KernelOnSms& kernel, const std::vector<std::uint32_t>& room, std::int64_t ctas) const;

  const Instance& instance_;
  const Plan& plan_;
};

}  // namespace warpshop::test
