#pragma once

#include <cstdint>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/evaluate/events/shared/cohort.hpp"
#include "sim/evaluate/events/shared/sharing_engine.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// The compute engine that kernels share, with every CTA followed as it drifts.
///
/// CTAs are dispatched in cohorts; when a cohort's subtasks end, its CTAs take the next ones, until none is left: the
/// last round is dealt round-robin over the SMs whose CTAs ask for it, as last_round.hpp says, and what it does not
/// need is free for others. Those that have the last subtasks help each other, so that they end at once. Between
/// changes of what is on the SMs speeds are constant, and whole rounds are passed at once, so that a grid costs no more
/// than its number of such changes. Times in milliseconds, as Engines has them.
class Shared final : public SharingEngine<StaggeredKernel> {
 public:
  /// Keeps references. records: residencies.
  Shared(const Instance& instance, Submission /*submission*/, Readiness& readiness, const Share& share, bool records)
      : SharingEngine(instance, readiness, share, records) {}

 private:
  using Kernel = StaggeredKernel;

  // Time. Whole rounds of a cohort end;
  void pass_time(double now) override;
  void end_rounds(Kernel& kernel, Cohort& cohort, double now);
  /// cohorts whose subtasks have just ended take the next,
  void take_next(Kernel& kernel, double now);
  /// or, where there are not as many, do their part of what is left together,
  void spread_last(Kernel& kernel, double now);
  /// and then the rest of it: round-robin over the SMs, however these are cut into cohorts. Each takes so much longer.
  void take_last(Kernel& kernel, double now, double longer = 1);
  void remove_gone(Kernel& kernel, double now);
  void foresee() override;
  /// When something happens to a kernel next at the speeds that are set.
  double next_of(const Kernel& kernel, double now) const;
  void set_speeds(double now) override;
  void cut_at_boundaries(double now);
  /// Those that were dealt last end at once.
  static void help_each_other(Kernel& kernel, double now);

  // CTAs come and go.
  void adapt(Kernel& kernel, double now) override;
  void shrink(Kernel& kernel, double now);
  /// Of a cohort, over[sm] CTAs begin to leave, as far as it has them; its parts take its place.
  void divide(Kernel& kernel, Cohort& whole, std::vector<std::uint32_t>& over, std::vector<Cohort>& parts, double now);
  void take(Kernel& kernel, const std::vector<std::uint32_t>& dealt, double now) override;
  void leave(Kernel& kernel) override;
  /// Writes down what a cohort has held, and done.
  void close(const Kernel& kernel, Cohort& cohort, double now);
};

}  // namespace warpshop::evaluate
