#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/evaluate/events/shared/allowances.hpp"
#include "sim/evaluate/events/shared/kernel_pacing.hpp"
#include "sim/evaluate/events/shared/kernel_queues.hpp"
#include "sim/evaluate/events/shared/last_round.hpp"
#include "sim/evaluate/events/shared/preemptions.hpp"
#include "sim/evaluate/events/shared/residency_recorder.hpp"
#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/model/sm_room.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// A kernel that has been given CTAs and has not ended. Times in milliseconds.
struct LaunchedKernel {
  std::uint32_t slot = 0;
  KernelOnSms on_sms = {};
  std::size_t kind = 0;  ///< see KernelRates
  Allocation asked = {};
  double begins = 0;          ///< no CTA works sooner
  std::int64_t untaken = 0;   ///< subtasks that no CTA has taken
  Allocation most_held = {};  ///< of one with phases: the most CTAs so far that had subtasks in hand
  VainTurns turns = {};
  KernelPacing pacing = {};
};

/// The compute engine that kernels share, driven by the controller of a Share: who is given CTAs, and when. A kernel is
/// a grid of subtasks, which its CTAs take one after the other. How they do as time passes is what Staggered and Waves
/// differ in, and the Kernel of each. Times in milliseconds.
///
/// An event costs what is resident and what stands at the heads of queues, however many tasks there are: kernels that
/// have been given the same and hold nothing wait in one queue.
template <class Kernel>
class SharingEngine {
 public:
  /// Keeps references. records: residencies.
  SharingEngine(const Instance& instance, Submission submission, Readiness& readiness, const Share& share,
                bool records);

  // What Engines asks of a compute engine, see Exclusive.
  void issue(std::uint32_t slot) { issued_.push_back(readiness_.task(slot)); }
  bool lasts(std::uint32_t slot) const { return readiness_.job(slot).kernel > Millis{0}; }
  void arrive(const Readiness::Arrival& arrival, bool lasts);
  void end(std::uint32_t slot);

  /// See Exclusive: of the MIG instances, or of the device.
  std::size_t partitions() const { return share_.partitions_of_copies(); }
  std::size_t partition(std::uint32_t task) const { return share_.home_of(task); }
  bool has_one_copy_engine(std::size_t partition) const { return share_.has_one_copy_engine(partition); }

  /// Kernels that take no time go through, each told to the observer, see Engines::dispatch(), and to passed(slot);
  /// whether there are any.
  template <class Observer, class Passed>
  bool pass(Observer& observer, const Passed& passed) {
    bool any = false;
    while (!instant_.empty()) {
      const std::uint32_t slot = instant_.back();
      instant_.pop_back();
      observer.pass(Stage::kernel, slot);
      passed(slot);
      any = true;
    }
    return any;
  }
  /// An instant is over: asks the controller where something has changed, deals CTAs, and sets speeds. Before, CTAs go
  /// on as they were, so that nothing depends on what happens first of what happens at one instant.
  template <class Observer>
  void begin(double now, Observer& observer) {
    decide(now);
    for (const std::uint32_t slot : std::exchange(begun_, {})) {
      observer.start(Stage::kernel, slot);
    }
  }
  double next_event() const { return next_; }
  /// Time passes until `now` ≤ next_event(); whether there is something to dispatch.
  bool advance(double now);
  /// A kernel that has ended by now and whose end() has not been called.
  std::optional<std::uint32_t> ending(double now) const;

  /// Copies that move payload slow memory-bound kernels down, see beside_copies(), once the instant of `now` is over.
  /// Time passes until then: whether there is something to dispatch.
  bool set_beside(double copies, double now);
  /// Whether a memory-bound kernel works.
  bool memory_bound_works() const;
  /// Records residencies that are, for a part at least, in that time: milliseconds from the start, from < until.
  void record_between(double from, double until) { recorder_.record_between(from, until); }
  /// By task: how often its kernel had to wait for a reservation, see share::Decision; tasks that never had are
  /// missing.
  const std::map<std::uint32_t, std::uint64_t>& kept_waiting() const { return kept_waiting_; }
  /// By task: what became of CTAs that were told to leave; tasks of which none were are missing.
  const std::map<std::uint32_t, Preempted>& preempted() const { return preemptions_.by_task(); }
  /// What every kernel has held so far.
  std::vector<Residency> take_residencies() { return recorder_.take(); }

 protected:
  using Turn = LaunchTurn;

  ~SharingEngine() = default;

  // How CTAs do.
  /// All that is on the SMs, from then_ to `now`.
  virtual void pass_time(double now) = 0;
  /// Says what happens next: next_.
  virtual void foresee() = 0;
  /// By rates_, of all that works at `now`.
  virtual void set_speeds(double now) = 0;
  /// Once an instant is over: CTAs with the last subtasks of a kernel do each other's.
  virtual void let_help(double /*now*/) {}
  /// The kernel asks for something else: what it has beyond that begins to leave.
  virtual void adapt(Kernel& kernel, double now) = 0;
  /// Takes CTAs, for which room_ is taken, with a subtask each, which are no longer untaken; those that are saved go on
  /// before others begin.
  virtual void take(Kernel& kernel, const Allocation& dealt, double now) = 0;
  /// A kernel whose subtasks have ended leaves what it still holds.
  virtual void leave(Kernel& kernel) = 0;

  /// Whether it writes down anything at all.
  bool records() const { return recorder_.records(); }
  /// Writes down what a kernel has held, and done there. still: it did nothing, see Residency.
  void record(const Kernel& kernel, const SmRange& range, double since, double now, double subtasks,
              bool still = false) {
    recorder_.record(readiness_.task(kernel.slot), range, since, now, subtasks, still);
  }
  /// CTAs of a kernel are told to leave that have subtasks in hand; plain ones that drain are not taken away.
  void count_preempted(Kernel& kernel) {
    if (leaving_ == Leaving::drain && share_.form == KernelForm::plain) {
      return;
    }
    kernel.turns.count();
    preemptions_.count(readiness_.task(kernel.slot));
  }
  /// So many of its CTAs held their room for so long and did nothing, for having been told to leave.
  void add_preempted(const Kernel& kernel, std::int64_t ctas, double ms) {
    preemptions_.add_time(readiness_.task(kernel.slot), ctas, kernel.on_sms.per_sm, ms);
  }
  /// Writes down what they have done of their subtasks and is lost, and how long `ctas` of them took for it.
  void lose(const Kernel& kernel, const Allocation& held, double subtasks, double ctas_ms, double now) {
    add_preempted(kernel, 1, ctas_ms);
    recorder_.record_lost(readiness_.task(kernel.slot), held, subtasks, now);
  }
  /// Nothing: it has none.
  Allowances* allowances_of(const Kernel& kernel) {
    const auto found = allowances_.find(kernel.slot);
    return found == allowances_.end() ? nullptr : &found->second;
  }
  /// How much longer its rounds take, each of them `round`, for launches of slices, and for what Decision::speed says.
  double slowed_by_mechanism(const KernelOnSms& kernel, Millis round) const {
    const double rounds = std::ceil(static_cast<double>(kernel.subtasks) / static_cast<double>(kernel.widest));
    return (share_.slice_launch > Millis{0} ? share_.slowed_by_slices(round, rounds) : 1) / speed_;
  }

  /// How much longer the subtasks of a kernel take that take so much longer than by the law, see last_round.hpp, once
  /// it has phases and none is left to take. With c CTAs of m that it has held it loses a part 1 - u of its time, u =
  /// R(c) / R(m), R being its rate alone; and the time lost is as long at any speed. So at speed s it takes u / s + 1 -
  /// u of what it does at speed 1, and alone what it does without phases, on any SMs.
  double slowed_by_end(const Kernel& kernel, double longer) {
    if (!KernelPacing::has_phases(kernel.on_sms) || kernel.wanted() > 0 || kernel.spreads()) {
      return longer;
    }
    const Allocation in_hand = kernel.in_hand(room_.sms());
    if (in_hand.empty()) {
      return longer;
    }
    const double useful =
        std::min(rates_.alone(kernel.on_sms, in_hand) / rates_.alone(kernel.on_sms, kernel.most_held) / longer, 1.0);
    return longer * (useful + (1 - useful) * kernel.on_sms.speed);
  }

  const Instance& instance_;
  Readiness& readiness_;
  const Share& share_;
  SmRoom room_;
  KernelRates rates_;
  LastRounds last_rounds_;
  std::map<Turn, Kernel> launched_;
  double beside_ = 1;  ///< speed of memory-bound kernels, for copies
  double speed_ = 1;   ///< see Decision
  Leaving leaving_;    ///< how CTAs leave by the last decision
  double wake_at_ = kNever;
  double then_ = 0;       ///< what is on the SMs is as it was at that time
  double next_ = kNever;  ///< event
  bool changed_ = false;  ///< since the controller was asked
  bool deals_ = false;    ///< there may be room for somebody
  bool stale_ = false;    ///< speeds are not those of what is on the SMs

 private:
  static constexpr Turn kNoTurn = std::numeric_limits<Turn>::max();

  struct Waiting {
    double ready = 0;
    std::uint32_t slot = 0;
  };

  /// Time passes until `now`, in which the speeds that are set hold; phases and intervals of jitter that end by then
  /// are followed by the next.
  void go_on(double now);
  /// Where an interval of its jitter begins.
  void draw_jitter(Kernel& kernel, double now);
  /// Says what happens next.
  void look_ahead();
  void decide(double now);
  void ask_controller(double now);
  void answer(std::uint32_t slot, const Allocation& asked, double now);
  std::vector<share::Running> running() const;
  /// Gives kernels what they ask for, where there is room. One that has to wait until there are fewer grids keeps its
  /// SMs from those behind it, as one that waits for room does: so dealing again gives nobody more.
  void deal(double now);
  /// kept: an Allocation of the SMs that are, for kernels ahead which have subtasks left for more CTAs. Whether it is
  /// given any.
  bool deal_to(Kernel& kernel, Allocation& kept, double now);
  /// The head of the queue, if there is room for any of its CTAs.
  bool launch(KernelQueue& queue, Allocation& kept, double now);

  share::Controller controller_;
  ResidencyRecorder recorder_;
  std::vector<std::uint32_t> slot_of_;  ///< by task
  std::vector<Turn> turn_of_;           ///< by slot
  std::vector<std::uint32_t> issued_;   ///< tasks that the controller has not been told
  std::vector<std::uint32_t> ready_;    ///< those that it is told
  std::vector<std::uint32_t> instant_;  ///< arrived, take no time
  std::vector<std::uint32_t> begun_;    ///< not told yet
  std::vector<Waiting> waiting_;        ///< given nothing; the longest ready first
  KernelQueues queues_;
  Turn turns_ = 0;
  std::map<std::uint32_t, Allowances> allowances_;  ///< by slot, of those that have any
  std::vector<share::Running> ended_;               ///< of those, not told yet
  std::map<std::uint32_t, std::uint64_t> kept_waiting_;
  Preemptions preemptions_;
};

}  // namespace warpshop::evaluate
