#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/evaluate/pair_bounds.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/rest.hpp"

namespace warpshop::order {

/// What a set of tasks takes at the least after a prefix, in milliseconds; by relaxation of evaluate/pair_bounds.hpp.
struct Remaining {
  std::array<double, 4> after_h2d{};     ///< from the end of the prefix's last H2D
  std::array<double, 4> after_kernel{};  ///< the same, without H2Ds: from the end of the prefix's last kernel
  double d2h = 0;                        ///< D2Hs, one after the other, nothing beside them
  double saturated = 0;                  ///< G SH + SD: both copy engines busy until the last H2D has ended
};

/// Remaining of every set of tasks of an instance: from a table of all sets, O(1), where there are few tasks, else
/// computed, O(n). Requires all stages of all tasks and couples(rates).
class RemainingBounds {
 public:
  RemainingBounds(const Instance& instance, const evaluate::DuplexRates& rates);

  /// Valid until the next call.
  const Remaining& of(const Rest& rest) { return table_.empty() ? compute(rest) : table_[rest.mask]; }
  const std::array<evaluate::Relaxation, 4>& relaxations() const { return relaxations_; }

 private:
  static constexpr std::size_t kTableUpTo = 14;  ///< 1.3 MB, less than a millisecond

  struct Sums;
  Sums sums_with(Sums sums, std::uint32_t task) const;
  Remaining remaining(const Sums& sums, const std::array<std::array<double, 3>, 4>& makespans) const;
  const Remaining& compute(const Rest& rest);
  void fill_table();

  const Instance& instance_;
  std::array<evaluate::Relaxation, 4> relaxations_;
  std::array<std::vector<evaluate::ShopTask>, 4> tasks_;                ///< [relaxation][task]
  std::array<std::array<std::vector<std::uint32_t>, 3>, 4> sequences_;  ///< [relaxation][MachinePair]: Johnson's
  std::vector<Remaining> table_;                                        ///< by mask
  Remaining computed_;
};

}  // namespace warpshop::order
