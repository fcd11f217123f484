#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/evaluate/events/shared/cohort.hpp"
#include "sim/evaluate/events/shared/cohort_speeds.hpp"
#include "sim/evaluate/events/shared/kernel_on_sms.hpp"
#include "sim/evaluate/events/shared/sharing_engine.hpp"
#include "sim/evaluate/events/shared/sm_room.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// The compute engine that kernels share, driven by the controller of a Share.
///
/// A kernel is a grid of subtasks. CTAs are dispatched in cohorts; when a cohort's subtasks end, its CTAs take the next
/// ones, until none is left: the last round is dealt round-robin over the SMs whose CTAs ask for it, as last_round.hpp
/// says, and what it does not need is free for others. Those that have the last subtasks help each other, so that they
/// end at once. Between changes of what is on the SMs speeds are constant, and whole rounds are passed at once, so that
/// a grid costs no more than its number of such changes. Times in milliseconds, as Engines has them.
class Shared : public SharingEngine {
 public:
  /// Keeps references.
  Shared(const Instance& instance, Submission submission, Readiness& readiness, const Share& share);

  // What Engines asks of a compute engine, see Exclusive.
  void arrive(const Readiness::Arrival& arrival, bool lasts);
  void end(std::uint32_t slot);

  /// An instant is over: asks the controller where something has changed, deals CTAs, and sets speeds. Before, CTAs go
  /// on as they were, so that nothing depends on what happens first of what happens at one instant.
  template <class Observer>
  void begin(double now, Observer& observer) {
    decide(now);
    tell_begun(observer);
  }
  /// Time passes until `now` ≤ next_event(); whether there is something to dispatch.
  bool advance(double now);
  /// A kernel that has ended by `now` and whose end() has not been called.
  std::optional<std::uint32_t> ending(double now) const;

  /// Copies that move payload now slow memory-bound kernels down, once the instant of `now` is over. Time passes until
  /// then: whether there is something to dispatch.
  bool set_beside(const BesideCopies& beside, double now);
  /// Whether a memory-bound kernel works.
  bool memory_bound_works() const;

 private:
  /// A kernel that has arrived and not ended.
  struct Present {
    std::uint32_t slot = 0;
    double ready = 0;
    bool launched = false;  ///< has been given something
    double begins = 0;      ///< launched: no CTA works sooner
    Allocation asked = {};
    std::int64_t left = 0;  ///< subtasks that nobody has taken
    std::int64_t done = 0;
    std::int64_t last = 0;             ///< of its last round, while all CTAs do their part of it; not in `left`
    double head_start = 0;             ///< what is done of every subtask that nobody has taken, 0 … 1
    bool asks = false;                 ///< some of its CTAs take the next subtasks
    std::vector<Cohort> swapped = {};  ///< out, see Leaving::swap
  };

  Present& present(std::uint32_t slot);
  /// Moves all cohorts to `now`, whole rounds included.
  void pass_time(double now);
  /// Cohorts whose subtasks have just ended take the next,
  void take_next(Present& kernel, double now);
  /// or, where there are not as many, do their part of what is left together,
  void spread_last(Present& kernel, double now);
  /// and then the rest of it: round-robin over the SMs, however these are cut into cohorts. Each takes so much longer.
  void take_last(Present& kernel, double now, double longer = 1);
  std::vector<std::uint32_t> asking_of(std::uint32_t slot) const;
  /// Those that were dealt last end at once.
  void help_each_other(const Present& kernel, double now);
  /// Subtasks in hand, by the part that is done.
  double in_hand(const Present& kernel) const;
  void remove_gone(double now);
  void decide(double now);
  void ask_controller(double now);
  std::vector<share::Running> running() const;
  /// What the controller says of a kernel.
  void answer(std::uint32_t slot, const Allocation& asked, double now);
  void ask(Present& kernel, const Allocation& asked, double now);
  /// What a kernel has beyond what it asks for begins to leave.
  void shrink(Present& kernel, double now);
  /// Of a cohort, over[sm] CTAs begin to leave, as far as it has them; its parts take its place.
  void divide(Present& kernel, Cohort& whole, std::vector<std::uint32_t>& over, std::vector<Cohort>& parts, double now);
  /// Gives kernels what they ask for, where there is room.
  void deal(double now);
  void launch(Present& kernel, std::span<const std::uint32_t> ctas, double now);
  void cut_at_boundaries(double now);
  void set_speeds(double now);
  /// Says what happens next.
  void foresee();
  /// When something happens next at the speeds that are set.
  double next_after(double now) const;
  double next_of(const Present& kernel, double now) const;

  void add(const Cohort& cohort);
  /// Writes down what a cohort has held, and done.
  void close(const Cohort& cohort, double now);
  /// The last `sms` SMs of a cohort, as one of its own.
  Cohort split_sms(Cohort& cohort, std::uint32_t sms, double now);
  static void reopen(Cohort& cohort, double now);
  std::vector<std::uint32_t> held(std::uint32_t slot, bool also_leaving) const;

  std::vector<KernelOnSms> kernels_;  ///< by slot
  SmRoom room_;
  BesideCopies beside_;
  std::optional<RatesBySet> rates_by_set_;  ///< where kernels have laws
  std::vector<Present> waiting_;            ///< the longest ready first
  std::vector<Present> running_;            ///< the first launched first
  std::vector<Cohort> cohorts_;
};

}  // namespace warpshop::evaluate
