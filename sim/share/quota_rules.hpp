#pragma once

#include <algorithm>
#include <span>

namespace warpshop::share {

/// What a kernel may do on one SM, in any unit of work; below 0 it has done more than it may.
struct QuotaCounter {
  bool has_goal = false;  ///< a QoS kernel
  double quota = 0;       ///< ≥ 0, of an epoch
  double left = 0;
  friend bool operator==(const QuotaCounter&, const QuotaCounter&) = default;
};

/// What kernels of a GPU are renewed by (S1 3).
struct QuotaRule {
  bool by_history = false;   ///< quotas are multiplied by catch_up()
  bool goals_first = false;  ///< kernels without a goal stand still until those with one have used theirs up,
                             ///< and have no quotas: what is left of the epoch is theirs
  void (*used_up)(QuotaCounter&) = nullptr;     ///< every counter of an SM is ≤ 0 before the epoch ends
  void (*next_epoch)(QuotaCounter&) = nullptr;  ///< a new epoch begins
};

/// α: what a kernel that has fallen behind is given more, max(goal / history, 1). history: its progress so far; ≥ 0;
/// 0, where there is none yet: 1.
inline double catch_up(double goal, double history) {
  return history > 0 ? std::max(goal / history, 1.0) : 1;
}

/// Of a kernel without a goal: what it did in the last epoch, times what kernels with one did of what they were to do
/// (IPC_epoch / (α goal) of each). least: it starts with, and is never below that; not above 1, its speed alone.
inline double goal_of_the_rest(double last, std::span<const double> kept, double least) {
  double goal = last;
  for (const double part : kept) {
    goal *= part;
  }
  return std::clamp(goal, least, 1.0);
}

// What counters become.

inline void renew(QuotaCounter& counter) {
  counter.left = counter.quota;
}
inline void add_quota(QuotaCounter& counter) {
  counter.left += counter.quota;
}
/// Used up by all: kernels without a goal have theirs added, those with one wait for the next epoch.
inline void add_to_the_rest(QuotaCounter& counter) {
  counter.left += counter.has_goal ? 0 : counter.quota;
}
inline void add_nothing(QuotaCounter& /*counter*/) {}
/// What was not used is lost, a debt is not.
inline void renew_but_debt(QuotaCounter& counter) {
  counter.left = std::min(counter.left, 0.0) + counter.quota;
}
/// What was not used is lost of kernels without a goal alone.
inline void carry_over(QuotaCounter& counter) {
  counter.left = counter.quota + (counter.has_goal ? counter.left : 0);
}

}  // namespace warpshop::share
