#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/model/units.hpp"

namespace warpshop::evaluate {

/// The last round of a kernel, for which it has fewer subtasks than CTAs: the one rule for it, ours.
///
/// CTAs that wait for each other do not stay in step, so they begin what is left before all have ended; CTAs that never
/// wait do stay in step. A kernel of n subtasks that holds m CTAs takes k = ⌈n / m⌉ rounds, and as long as k even ones
/// would: T = n / R(n / k), R(x) being its rate alone with x of its CTAs. So no kernel ends sooner with fewer of them,
/// as R does not fall. Of the last r = n - (k - 1) m subtasks all m CTAs do a part 1 - φ together, and then r of them,
/// each on its own, the part φ, while the others leave:
///
///     φ = (T - n / R(m)) / (r / R(r) - r / R(m))
///
/// 0 where R(n / k) = R(m): all end at once; 1 where R is linear: r CTAs do a subtask each. Where whole rounds and a
/// short one would take less than even ones, as they do where R grows slowly in m, each of these takes longer.
class LastRounds {
 public:
  /// Keeps a reference.
  explicit LastRounds(KernelRates& rates) : rates_(rates) {}

  /// φ of a kernel of which `left` subtasks are left and `asking` are the CTAs that ask for them, more than there are;
  /// above 1, how much longer each takes than by the law. kind: see KernelRates. Answers are kept.
  double part(const KernelOnSms& kernel, std::size_t kind, const Allocation& asking, std::int64_t left);

 private:
  KernelRates& rates_;
  Answers<double> answers_;
  WordsKey key_;
};

/// What a kernel with a law takes when it has all SMs to itself, launch excluded, with phases or without.
Millis lone_time(const Instance& instance, const KernelOnSms& kernel);

}  // namespace warpshop::evaluate
