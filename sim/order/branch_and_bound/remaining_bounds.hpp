#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/evaluate/bounds/pairs.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/branch_and_bound/unscheduled.hpp"

namespace warpshop::order {

/// What a set of tasks takes at the least in a relaxation of evaluate/bounds/pairs.hpp, in milliseconds, without what
/// the relaxation counts at once.
struct RemainingShop {
  double h2d = 0;         ///< the sum of H2Ds
  double kernel = 0;      ///< the sum of kernels
  double h2d_kernel = 0;  ///< makespan on the two engines
  double kernel_d2h = 0;  ///< makespan on the two engines
  double d2h = 0;         ///< until the last D2H: the largest of what the pairs of D2H with others say
  double least_d2h = 0;
};

/// What a set of tasks takes at the least.
struct Remaining {
  std::array<RemainingShop, 4> shops{};  ///< by relaxation
  double h2d_payload = 0, d2h_payload = 0;
  double d2h = 0;  ///< D2Hs, one after the other, nothing beside them
};

/// Remaining of every set of tasks of an instance: from a table of all sets, O(1), where there are few tasks, else
/// computed, O(n). Requires all stages of all tasks and couples(rates).
class RemainingBounds {
 public:
  RemainingBounds(const Instance& instance, const evaluate::DuplexRates& rates);

  /// Valid until the next call.
  const Remaining& of(const Unscheduled& unscheduled) {
    return table_.empty() ? compute(unscheduled) : table_[unscheduled.mask];
  }
  const std::array<evaluate::Relaxation, 4>& relaxations() const { return relaxations_; }
  const evaluate::DuplexRates& rates() const { return rates_; }
  std::size_t tasks() const { return instance_.size(); }
  const Job& job(std::uint32_t task) const { return instance_.jobs[task]; }
  const evaluate::ShopTask& times(std::size_t relaxation, std::uint32_t task) const { return tasks_[relaxation][task]; }

 private:
  static constexpr std::size_t kTableUpTo = 14;  ///< 1.3 MB, less than a millisecond

  struct Sums;
  Sums sums_with(Sums sums, std::uint32_t task) const;
  Remaining remaining(const Sums& sums, const std::array<std::array<double, 3>, 4>& makespans) const;
  const Remaining& compute(const Unscheduled& unscheduled);
  void fill_table();

  const Instance& instance_;
  evaluate::DuplexRates rates_;
  std::array<evaluate::Relaxation, 4> relaxations_;
  std::array<std::vector<evaluate::ShopTask>, 4> tasks_;                ///< [relaxation][task]
  std::array<std::array<std::vector<std::uint32_t>, 3>, 4> sequences_;  ///< [relaxation][MachinePair]: Johnson's
  std::vector<Remaining> table_;                                        ///< by mask
  Remaining computed_;
};

}  // namespace warpshop::order
