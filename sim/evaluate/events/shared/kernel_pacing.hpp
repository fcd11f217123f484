#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/evaluate/events/shared/allowances.hpp"
#include "sim/evaluate/rates/kernel_on_sms.hpp"

namespace warpshop::evaluate {

/// Where a kernel that runs is in its pace, see KernelPace: which phase, and which interval of jitter. Of one without a
/// pace nothing ever ends. Times in milliseconds.
class KernelPacing {
 public:
  /// Sets the speed of the first phase.
  void begin(KernelOnSms& kernel);
  /// Whether a phase ends by now.
  bool phase_ends(double now) const { return phase_ends_ <= now; }
  /// For how long it works from `then`, where next() was asked last, until now: a phase that ends is done, whatever a
  /// clock of doubles tells apart.
  double works(double then, double now) const { return phase_ends(now) ? phase_lasts_ : now - then; }
  /// A phase that ends by now is followed by the next: sets the speed. Whether one does.
  bool end_phase(KernelOnSms& kernel, double now);
  /// So many subtasks are left again, as what was done of some is lost: sets the speed of the phase that they are in.
  void go_back(KernelOnSms& kernel, double left);
  /// Whether it has jitter of which an interval ends by now, or none has begun: then draw() is to be called.
  bool wants_draw(const KernelOnSms& kernel, double now) const;
  /// What jitter makes of the speed on each SM in the interval that `now` is in: the same for a task, an SM, an
  /// interval and a seed, whoever is beside it.
  void draw(const KernelOnSms& kernel, std::uint64_t seed, std::size_t sms, double now, Allowances& on_sms);
  static bool has_phases(const KernelOnSms& kernel) { return kernel.pace != nullptr && !kernel.pace->phases.empty(); }
  /// Whether another phase comes.
  bool has_phase_ahead(const KernelOnSms& kernel) const {
    return kernel.pace != nullptr && phases_over_ + 1 < kernel.pace->phases.size();
  }
  /// When the phase or the interval of one with a pace ends next. left: subtasks that have not ended, by the part that
  /// is left of each; rate: of them in a millisecond, from now on.
  double next(const KernelOnSms& kernel, double left, double rate, double now);

 private:
  /// Subtasks that come after the phase that it is in.
  double after_phase(const KernelOnSms& kernel) const;

  std::size_t phases_over_ = 0;
  double phase_lasts_ = kNever;  ///< from where next() was asked
  double phase_ends_ = kNever;
  double interval_ends_ = 0;
};

}  // namespace warpshop::evaluate
