#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/evaluate/events/shared/saved_ctas.hpp"
#include "sim/evaluate/events/shared/sharing_engine.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// CTAs of one kernel that were dispatched together, as many on each of neighbouring SMs: each is as far with its
/// subtask as the others, and all end theirs at once. Times in milliseconds.
struct Cohort {
  std::uint32_t first_sm = 0;
  std::uint32_t sms = 0;
  std::uint32_t ctas = 0;  ///< on each SM
  double begins = 0;       ///< works from then, and holds its room from `since`
  double phase = 0;        ///< of the subtask in hand, up to 1; below 0: does others' as well
  double speed = 0;        ///< subtasks of each CTA in a millisecond
  bool leaving = false;    ///< takes no more subtasks
  double leaves = 0;       ///< leaving: holds its room at least until then
  bool idle = false;       ///< leaving, and its last subtask has ended
  double idle_since = 0;
  ContextMove move = ContextMove::none;
  double moved = 0;        ///< of each context that moves
  double moves = 0;        ///< so much of it in a millisecond
  double moves_since = 0;  ///< holds its room for that since then
  bool asks = false;       ///< its subtasks have ended: it takes the next
  bool last = false;       ///< dealt when nothing was left to take after it: those that are help each other
  bool spreads = false;    ///< does its part of what all do of the last round together, see last_round.hpp
  bool still = false;      ///< an allowance lets it do nothing
  double longer = 1;       ///< so much longer its subtasks take than the law says, see last_round.hpp
  double since = 0;        ///< holds what it holds since then
  double phase_then = 0;   ///< phase at `since`
  std::int64_t done = 0;   ///< subtasks that have ended since

  std::int64_t size() const { return std::int64_t{sms} * ctas; }
  std::uint32_t last_sm() const { return first_sm + sms; }
  SmRange range() const { return {.first = first_sm, .sms = sms, .ctas = ctas}; }
  bool works(double now) const { return begins <= now && !idle && !asks && move == ContextMove::none; }
  /// Whether it has one of the last subtasks, see `last`.
  bool is_one_of_last(double now) const { return last && works(now) && !leaving; }
  bool helps(double now) const { return is_one_of_last(now) && speed > 0; }
  bool is_moving(double now) const { return begins <= now && move != ContextMove::none; }
  /// More, or less, of the subtasks in hand is done, by others.
  void shift(double by) {
    phase += by;
    phase_then += by;
  }
  /// What it holds and does is counted from now on.
  void reopen(double now) {
    since = now;
    phase_then = phase;
    done = 0;
  }
};

/// A kernel whose cohorts drift apart, see Staggered.
struct StaggeredKernel : LaunchedKernel {
  std::vector<Cohort> cohorts = {};
  std::vector<Cohort> swapped = {};  ///< out, see Leaving::swap
  bool launched = false;             ///< has been given something
  std::int64_t done = 0;             ///< subtasks that have ended
  std::int64_t last = 0;             ///< of its last round, while all CTAs do their part of it; not in `untaken`
  double head_start = 0;             ///< what is done of every subtask that nobody has taken, 0 … 1
  bool asks = false;                 ///< some of its CTAs take the next subtasks
  SavedCtas saved = {};
  KernelOnSms moving = {};  ///< what its CTAs are to others while their contexts move; once any are to be saved

  std::int64_t wanted() const { return untaken + saved.ctas; }
  void deal(std::int64_t ctas) { untaken -= std::max(std::int64_t{0}, ctas - saved.ctas); }

  /// What the phase of a cohort may be off by at a time: what was added to it, and what a double tells apart there; but
  /// what ends early in a phase of the kernel that is fast may be long in the next.
  double slack(const Cohort& cohort, double now) const {
    constexpr double kAdded = 1e-9;
    constexpr double kMost = 0.25;
    const double told = 4 * std::numeric_limits<double>::epsilon() * now * cohort.speed;
    const double added = kAdded * std::min(1.0, on_sms.speed);
    return pacing.has_phase_ahead(on_sms) ? added : std::min(kMost, added + told);
  }

  // What SharingEngine asks of a kernel.
  bool over() const { return done == on_sms.subtasks; }
  bool works(double now) const {
    return std::any_of(cohorts.begin(), cohorts.end(), [now](const Cohort& each) { return each.works(now); });
  }
  bool is_resident() const { return !cohorts.empty(); }
  bool is_out() const { return !swapped.empty(); }
  bool spreads() const { return last > 0; }
  std::int64_t holds() const {
    return ctas_of([](const Cohort& /*any*/) { return true; });
  }
  std::int64_t done_so_far() const { return done + static_cast<std::int64_t>(in_hand()); }
  /// What is done of subtasks that have not ended; that of those that nobody has taken as well.
  double in_hand() const;
  /// Subtasks that have not ended, by the part that is left of each.
  double left() const { return static_cast<double>(on_sms.subtasks - done) - in_hand(); }
  /// Subtasks that it does in a millisecond.
  double rate(double now) const {
    double rate = 0;
    for (const Cohort& each : cohorts) {
      rate += each.works(now) ? each.speed * static_cast<double>(each.size()) : 0;
    }
    return rate;
  }
  Allocation in_hand(std::size_t sms) const {
    return in_ranges(by_sm(sms, [](const Cohort& each) { return !each.idle; }));
  }
  Allocation holding(std::size_t sms, bool also_leaving) const {
    return in_ranges(by_sm(sms, [&](const Cohort& each) { return also_leaving || !each.leaving; }));
  }

  /// CTAs of those cohorts that count(cohort): all of them, and by SM.
  template <class Count>
  std::int64_t ctas_of(const Count& count) const {
    std::int64_t ctas = 0;
    for (const Cohort& each : cohorts) {
      ctas += count(each) ? each.size() : 0;
    }
    return ctas;
  }
  template <class Count>
  requires std::predicate<Count, const Cohort&> std::vector<std::uint32_t> by_sm(std::size_t sms, const Count& count)
  const {
    std::vector<std::uint32_t> ctas(sms);
    for (const Cohort& each : cohorts) {
      for (std::uint32_t sm = each.first_sm; count(each) && sm < each.last_sm(); ++sm) {
        ctas[sm] += each.ctas;
      }
    }
    return ctas;
  }
};

/// The compute engine that kernels share, with every CTA followed as it drifts.
///
/// CTAs are dispatched in cohorts; when a cohort's subtasks end, its CTAs take the next ones, until none is left: the
/// last round is dealt round-robin over the SMs whose CTAs ask for it, as last_round.hpp says, and what it does not
/// need is free for others. Those that have the last subtasks help each other, so that they end at once. Between
/// changes of what is on the SMs speeds are constant, and whole rounds are passed at once, so that a grid costs no more
/// than its number of such changes. Times in milliseconds, as Engines has them.
class Staggered final : public SharingEngine<StaggeredKernel> {
 public:
  using SharingEngine::SharingEngine;

 private:
  using Kernel = StaggeredKernel;

  // Time. Whole rounds of a cohort end;
  void pass_time(double now) override;
  static bool takes_like_ones(const Kernel& kernel, const Cohort& cohort);
  void end_rounds(Kernel& kernel, Cohort& cohort, double now);
  /// cohorts whose subtasks have just ended take the next,
  void take_next(Kernel& kernel, double now);
  /// saved ones in place of those that have ended theirs;
  void resume(Kernel& kernel, double now);
  /// or, where there are not as many, do their part of what is left together,
  void spread_last(Kernel& kernel, double now);
  /// and then the rest of it: round-robin over the SMs, however these are cut into cohorts. Each takes so much longer.
  void take_last(Kernel& kernel, double now, double longer = 1);
  void end_moves(Kernel& kernel, double now);
  void remove_gone(Kernel& kernel, double now);
  void foresee() override;
  /// When something happens to a kernel next at the speeds that are set.
  double next_of(const Kernel& kernel, double now) const;
  void set_speeds(double now) override;
  void let_help(double now) override;
  void cut_at_boundaries(double now);
  /// Those that were dealt last end at once.
  static void help_each_other(Kernel& kernel, double now);
  /// The same, of which some leave with what they have done, or lose it.
  static void count_as_equally_far(Kernel& kernel, double now);

  // CTAs come and go.
  void adapt(Kernel& kernel, double now) override;
  void shrink(Kernel& kernel, double now);
  void preempt(Kernel& kernel, Cohort part, std::vector<Cohort>& parts, double now);
  /// Of a cohort, over[sm] CTAs begin to leave, as far as it has them; its parts take its place.
  void divide(Kernel& kernel, Cohort& whole, std::vector<std::uint32_t>& over, std::vector<Cohort>& parts, double now);
  void take(Kernel& kernel, const Allocation& dealt, double now) override;
  void leave(Kernel& kernel) override;
  /// Its asking cohorts, cut where other numbers of their CTAs are chosen: take_place(part, chosen of its CTAs on each
  /// SM) says what comes instead of each part.
  template <class TakePlace>
  void divide_asking(Kernel& kernel, std::vector<std::uint32_t> chosen, double now, const TakePlace& take_place);
  static Allocation asking(const Kernel& kernel, std::size_t sms);
  /// Writes down what a cohort has held, and done.
  void close(const Kernel& kernel, Cohort& cohort, double now);
};

}  // namespace warpshop::evaluate
