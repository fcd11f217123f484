#include "sim/order/branch_and_bound/remaining_bounds.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace warpshop::order {
namespace {

constexpr double kNothingLeft = std::numeric_limits<double>::infinity();

using evaluate::kMachinePairs;
using evaluate::MachinePair;
using evaluate::on_pair;
using evaluate::PairTask;
using evaluate::Relaxation;
using evaluate::ShopTask;

}  // namespace

/// Of a set of tasks.
struct RemainingBounds::Sums {
  double h2d_payload = 0, d2h_payload = 0, d2h = 0;
  std::array<ShopTask, 4> work{};  ///< [relaxation]
  std::array<double, 4> least_h2d{kNothingLeft, kNothingLeft, kNothingLeft, kNothingLeft},
      least_d2h = least_h2d;  ///< [relaxation]
};

RemainingBounds::RemainingBounds(const Instance& instance, const evaluate::DuplexRates& rates)
    : instance_(instance), rates_(rates), relaxations_(evaluate::relaxations(rates)) {
  for (std::size_t r = 0; r < relaxations_.size(); ++r) {
    for (const Job& job : instance.jobs) {
      tasks_[r].push_back(relaxations_[r].shop_task(job));
    }
    for (const MachinePair pair : kMachinePairs) {
      sequences_[r][static_cast<std::size_t>(pair)] = evaluate::johnson_sequence(tasks_[r], pair);
    }
  }
  if (instance.size() <= kTableUpTo) {
    fill_table();
  }
}

RemainingBounds::Sums RemainingBounds::sums_with(Sums sums, std::uint32_t task) const {
  const Job& job = instance_.jobs[task];
  sums.h2d_payload += job.copies[0].payload.count();
  sums.d2h_payload += job.copies[1].payload.count();
  sums.d2h += job.alone(Stage::d2h).count();
  for (std::size_t r = 0; r < relaxations_.size(); ++r) {
    const ShopTask& times = tasks_[r][task];
    for (std::size_t machine = 0; machine < 3; ++machine) {
      sums.work[r][machine] += times[machine];
    }
    sums.least_h2d[r] = std::min(sums.least_h2d[r], times[0]);
    sums.least_d2h[r] = std::min(sums.least_d2h[r], times[2]);
  }
  return sums;
}

/// makespans: [relaxation][MachinePair].
Remaining RemainingBounds::remaining(const Sums& sums, const std::array<std::array<double, 3>, 4>& makespans) const {
  Remaining remaining;
  for (std::size_t r = 0; r < relaxations_.size(); ++r) {
    const auto& [h2d_kernel, kernel_d2h, h2d_d2h] = makespans[r];
    remaining.shops[r] = {.h2d = sums.work[r][0],
                          .kernel = sums.work[r][1],
                          .h2d_kernel = h2d_kernel,
                          .kernel_d2h = kernel_d2h,
                          .d2h = std::max(sums.least_h2d[r] + kernel_d2h, h2d_d2h),
                          .least_d2h = sums.least_d2h[r]};
  }
  remaining.h2d_payload = sums.h2d_payload;
  remaining.d2h_payload = sums.d2h_payload;
  remaining.d2h = sums.d2h;
  return remaining;
}

const Remaining& RemainingBounds::compute(const Unscheduled& unscheduled) {
  Sums sums;
  for (const std::uint32_t task : unscheduled.tasks) {
    sums = sums_with(sums, task);
  }
  std::array<std::array<double, 3>, 4> makespans{};
  for (std::size_t r = 0; r < relaxations_.size(); ++r) {
    for (const MachinePair pair : kMachinePairs) {
      double first = 0;
      double& second = makespans[r][static_cast<std::size_t>(pair)];
      for (const std::uint32_t task : sequences_[r][static_cast<std::size_t>(pair)]) {
        if (unscheduled.left[task] != 0) {
          const PairTask times = on_pair(tasks_[r][task], pair);
          first += times.first;
          second = std::max(second, first + times.lag) + times.second;
        }
      }
    }
  }
  computed_ = remaining(sums, makespans);
  return computed_;
}

/// Each set from two smaller ones: sums from the set without its first task, and the makespan of a pair from the set
/// without the task that comes last in Johnson's sequence.
void RemainingBounds::fill_table() {
  const std::uint32_t sets = 1U << instance_.size();
  std::vector<Sums> sums(sets);
  std::vector<std::array<std::array<double, 3>, 4>> makespans(sets);
  table_.resize(sets);
  for (std::uint32_t set = 1; set < sets; ++set) {
    const auto lowest = static_cast<std::uint32_t>(std::countr_zero(set));
    sums[set] = sums_with(sums[set & (set - 1)], lowest);
    for (std::size_t r = 0; r < relaxations_.size(); ++r) {
      for (const MachinePair pair : kMachinePairs) {
        const auto p = static_cast<std::size_t>(pair);
        const auto last = *std::find_if(sequences_[r][p].rbegin(), sequences_[r][p].rend(),
                                        [&](std::uint32_t task) { return (set >> task & 1) != 0; });
        const PairTask times = on_pair(tasks_[r][last], pair);
        const double first = sums[set].work[r][pair == MachinePair::kernel_d2h ? 1 : 0];
        makespans[set][r][p] = std::max(makespans[set & ~(1U << last)][r][p], first + times.lag) + times.second;
      }
    }
    table_[set] = remaining(sums[set], makespans[set]);
  }
}

}  // namespace warpshop::order
