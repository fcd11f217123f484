#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/evaluate/events/readiness.hpp"
#include "sim/evaluate/events/shared/sharing_engine.hpp"
#include "sim/evaluate/rates/working_sms.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// Of CTAs that an allowance limits: neighbouring SMs on which they are alike, and what they do there.
struct WavePart {
  SmRange on = {};
  double rate = 0;  ///< subtasks of all of them in a millisecond
  bool still = false;
  friend bool operator==(const WavePart&, const WavePart&) = default;
};

/// CTAs that do not go the way of their kernel's others: they join these when their launch is over or, in the last
/// wave, do their subtasks by themselves; or leave at the end of the subtasks that they have in hand. Times in
/// milliseconds.
struct WaveBatch {
  Allocation held = {};
  std::int64_t ctas = 0;  ///< all of these
  double until = 0;       ///< joining: works from then; leaving: holds its room at least until then
  double phase = 0;       ///< of the subtasks in hand, 0 … 1
  double speed = 0;       ///< subtasks of all of them in a millisecond
  double event = kNever;
  bool stays = false;  ///< nobody told it to leave: it does its last subtasks
  bool idle = false;   ///< leaving, and its last subtasks have ended
  double idle_since = 0;
  double since = 0;                  ///< holds its room since then
  double done = 0;                   ///< subtasks, since then
  std::vector<WavePart> parts = {};  ///< since then, where an allowance limits it

  void reach(double to) {
    done += (to - phase) * static_cast<double>(ctas);
    phase = to;
  }
};

/// A kernel whose CTAs stay in step, see Waves. Times in milliseconds.
struct WaveKernel : LaunchedKernel {
  enum class State : std::uint8_t {
    waves,      ///< subtasks are left that no CTA has taken
    spreading,  ///< none is: all CTAs do their part of the last ones together
    last_wave,  ///< each CTA has its last subtask in hand
    over,       ///< all subtasks have ended
  };

  State state = State::waves;
  bool swapped = false;   ///< is out, see Leaving::swap
  Allocation held = {};   ///< CTAs that take subtask after subtask
  std::int64_t ctas = 0;  ///< all of these
  double phase = 0;       ///< of the subtasks that they have in hand, 0 … 1
  double speed = 0;       ///< subtasks of all of them in a millisecond
  double event = kNever;  ///< when its state changes, or its CTAs begin to work
  std::int64_t last = 0;  ///< spreading: subtasks of the last wave
  double last_part = 1;   ///< of each of these, what one CTA does: φ of last_round.hpp
  double longer = 1;      ///< so much longer each takes than the law says, see there
  std::vector<WaveBatch> joining = {}, leaving = {};
  double since = 0;                  ///< holds what it holds since then
  double done = 0;                   ///< subtasks, since then
  std::vector<WavePart> parts = {};  ///< since then, where an allowance limits it

  // What SharingEngine asks of a kernel.
  std::int64_t wanted() const { return untaken; }
  void deal(std::int64_t dealt) { untaken -= dealt; }
  bool over() const { return state == State::over; }
  bool works(double now) const { return at_work(now) && left() > 0; }
  bool is_resident() const { return !swapped && holds() > 0; }
  bool is_out() const { return swapped; }
  bool spreads() const { return state == State::spreading; }
  std::int64_t holds() const {
    std::int64_t all = ctas;
    for (const auto* batches : {&joining, &leaving}) {
      for (const WaveBatch& batch : *batches) {
        all += batch.ctas;
      }
    }
    return all;
  }
  std::int64_t done_so_far() const { return on_sms.subtasks - static_cast<std::int64_t>(std::ceil(left())); }
  Allocation in_hand(std::size_t /*sms*/) const {
    Allocation all = held;
    for (const auto* batches : {&joining, &leaving}) {
      for (const WaveBatch& batch : *batches) {
        all = batch.idle ? all : sum(all, batch.held);
      }
    }
    return all;
  }
  Allocation holding(std::size_t /*sms*/, bool also_leaving) const {
    if (swapped && also_leaving) {
      return {};
    }
    Allocation all = held;
    for (const auto* batches : {&joining, &leaving}) {
      for (const WaveBatch& batch : *batches) {
        all = batches == &joining || also_leaving || batch.stays ? sum(all, batch.held) : all;
      }
    }
    return all;
  }

  /// visit(SmRange) of those CTAs that have subtasks in hand.
  template <class Visit>
  void for_each_working(const Visit& visit) const {
    std::for_each(held.begin(), held.end(), visit);
    for (const WaveBatch& batch : leaving) {
      if (!batch.idle) {
        std::for_each(batch.held.begin(), batch.held.end(), visit);
      }
    }
  }
  bool at_work(double now) const { return !swapped && begins <= now; }
  /// Subtasks of its last wave, 1 … ctas. There are some that no CTA has taken.
  std::int64_t last_wave() const { return (untaken - 1) % ctas + 1; }
  /// Subtasks that its CTAs do until the state changes.
  double until_change() const {
    const double in_hand = static_cast<double>(ctas) * (1 - phase);
    return state == State::waves ? in_hand + static_cast<double>(untaken - last_wave()) : in_hand;
  }
  /// Subtasks that it does in a millisecond.
  double rate(double now) const {
    double rate = at_work(now) && ctas > 0 ? speed : 0;
    for (const WaveBatch& batch : leaving) {
      rate += at_work(now) && !batch.idle ? batch.speed : 0;
    }
    return rate;
  }
  /// So much time passes, in which the state does not change.
  void pass(double ms) {
    if (ctas == 0) {
      return;
    }
    const double before = phase;
    phase += ms * speed / static_cast<double>(ctas);
    const std::int64_t most = untaken > 0 ? (untaken - 1) / ctas : 0;  // before the last wave
    const std::int64_t waves = std::min(static_cast<std::int64_t>(phase), most);
    untaken -= waves * ctas;
    phase = std::min(phase - static_cast<double>(waves), 1.0);
    done += (phase - before + static_cast<double>(waves)) * static_cast<double>(ctas);
  }
  /// Subtasks that have not ended, those in hand by the part that is left.
  double left() const {
    double left = static_cast<double>(untaken) + static_cast<double>(ctas) * (1 - phase);
    left += state == State::spreading ? static_cast<double>(last) * last_part : 0;
    for (const WaveBatch& batch : joining) {
      left += static_cast<double>(batch.ctas) * (1 - batch.phase);
    }
    for (const WaveBatch& batch : leaving) {
      left += static_cast<double>(batch.ctas) * (1 - batch.phase);
    }
    return left;
  }
};

/// The compute engine that kernels share, for workloads of many tasks: what Staggered is, but that the CTAs of a kernel
/// stay in step. A kernel is its full waves, then a last wave of as many CTAs as subtasks are left, as last_round.hpp
/// says, and the rest of its room is free for others. CTAs that it is given before that fall in with those that it has,
/// at the phase at which as much is done as before. None is saved, see goes_in_waves(). Where an allowance lets some of
/// them stand still, the others do the work of all: only what is left on each SM tells them apart. So the sets of
/// residents come back, where those of Staggered, which follows every CTA as it drifts, do not. Times in milliseconds.
class Waves final : public SharingEngine<WaveKernel> {
 public:
  using SharingEngine::SharingEngine;

 private:
  /// What a kernel's CTAs that work do together.
  struct Progress {
    double ctas = 0;
    double rate = 0;     ///< subtasks in a millisecond
    double waiting = 0;  ///< CTAs that wait for issue slots
  };
  // Time.
  void pass_time(double now) override;
  static void forget_events(WaveKernel& kernel);
  void change(WaveKernel& kernel, double now);
  void change(WaveKernel& kernel, WaveBatch& joining, double now);
  void begin_last_wave(WaveKernel& kernel);
  void let_leave(WaveKernel& kernel, double now);
  void foresee() override;
  void set_speeds(double now) override;
  void set_speed(WaveKernel& kernel, const Progress& progress);
  void set_limited_speed(std::size_t number, Allowances& allowances, const RatesByKind& rates, double now);
  /// progress_.
  void find_progress(const RatesByKind& rates);
  /// visit(SmRange, still) of CTAs that have subtasks in hand, in parts that are alike.
  template <class Visit>
  void for_each_part(const WaveKernel& kernel, const Visit& visit) {
    const Allowances* allowances = allowances_of(kernel);
    kernel.for_each_working([&](const SmRange& range) {
      if (allowances == nullptr) {
        visit(range, false);
      } else {
        allowances->for_each_part(range, visit);
      }
    });
  }

  // CTAs come and go.
  void adapt(WaveKernel& kernel, double now) override;
  void swap(WaveKernel& kernel, double now);
  void shrink(WaveKernel& kernel, double now);
  Allocation divide(WaveKernel& kernel, std::size_t number, const Allocation& too_many, double now);
  /// speed: of each of those CTAs.
  void preempt(WaveKernel& kernel, WaveBatch leaving, double speed, double now);
  void take(WaveKernel& kernel, const Allocation& dealt, double now) override;
  void leave(WaveKernel& kernel) override;
  /// Writes down what CTAs have held, and done.
  void close(WaveKernel& kernel, double now);
  void close(const WaveKernel& kernel, const WaveBatch& batch, double now);
  void record_all(const WaveKernel& kernel, const Allocation& held, std::int64_t ctas, double since, double now,
                  double done, const std::vector<WavePart>& parts);

  std::vector<WaveKernel*> at_work_;          ///< while speeds are set
  std::vector<KernelRates::Kernel> kernels_;  ///< the same: what these are
  WorkingSms sms_;                            ///< the same: what works where, of these
  std::vector<Progress> progress_;            ///< the same: of each
  std::vector<WavePart> parts_;               ///< while speeds are set
};

}  // namespace warpshop::evaluate
