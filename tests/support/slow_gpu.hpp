#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/model/share.hpp"
#include "tests/support/slow_sharing.hpp"
#include "tests/support/slow_sm_rates.hpp"

namespace warpshop::test {

inline constexpr double kNotAtAll = std::numeric_limits<double>::infinity();
inline constexpr double kSlowRounding = 1e-9;  // of a subtask, or of the time

struct SlowCta {
  std::uint32_t task = 0;
  std::uint32_t sm = 0;
  double begins = 0;
  double part = 0;  ///< of its subtask that is done
  bool leaving = false;
  double leaves = 0;                          ///< not before
  bool ended = false;                         ///< leaving, and its last subtask is done
  bool out = false;                           ///< swapped
  double longer = 1;                          ///< a subtask takes so much
  bool waits = false;                         ///< its part of the last round is done, others' are not
  bool last = false, shares = false;          ///< has one of the last subtasks; does a part of all of these
  double speed = 0;                           ///< subtasks in a millisecond; or contexts
  bool goes_out = false, comes_back = false;  ///< its context moves
  double moved = 0;                           ///< of that
};

struct SlowGrid {
  evaluate::KernelOnSms on_sms;
  std::int64_t left = 0;  ///< subtasks that no CTA has taken
  std::int64_t done = 0;
  bool waits = false, runs = false, launched = false, over = false;
  double begins = 0;  ///< launched: the first CTA works then
  Allocation asked = {};
  std::int64_t widest = 1;                    ///< most CTAs that were there at once
  std::vector<std::uint32_t> most_held = {};  ///< those, by SM
  std::int64_t shared = 0;                    ///< the last subtasks, while all CTAs do a part of them
  double begun = 0;                           ///< that part
  std::vector<double> saved = {};             ///< parts of subtasks that are done, of CTAs that are in memory

  /// One that was in memory begins with what the average of them has done.
  void go_on(SlowCta& cta) {
    double all = 0;
    for (const double each : saved) {
      all += each;
    }
    cta.part = all / static_cast<double>(saved.size());
    cta.comes_back = true;
    cta.last = false;
    cta.moved = 0;
    saved.pop_back();
    std::fill(saved.begin(), saved.end(), cta.part);
  }
};

/// Kernels that share a GPU, with every CTA by itself: slow_sharing.cpp says how time passes for them,
/// slow_dispatch.cpp how they come and go.
class SlowGpu {
 public:
  SlowGpu(const Instance& instance, const Plan& plan);

  SlowKernels run();

 private:
  std::size_t sms() const { return static_cast<std::size_t>(instance_.chip->sm.count); }
  bool is_now(double time) const { return time <= now_ * (1 + 1e-15); }

  void arrive();
  void end_subtasks();
  /// In the place of those that wait, one on each SM in turn.
  void resume(std::uint32_t task);
  void next_subtasks(std::uint32_t task);
  /// One on each SM in turn.
  void take_next(std::uint32_t task, std::int64_t all, double behind = 0);
  void leave();
  static bool helps(const SlowCta& cta) { return cta.last && cta.speed > 0 && !cta.leaving && !moves(cta); }
  static bool moves(const SlowCta& cta) { return cta.goes_out || cta.comes_back; }
  void end_kernels();

  /// What of subtasks is done that have not ended.
  double in_hand(std::uint32_t task) const;
  const std::vector<KernelPhase>* phases(std::uint32_t task) const;
  /// How fast a kernel is for the phase that follows from what is done of it, and how much of that phase is left.
  std::pair<double, double> phase(std::uint32_t task) const;
  std::vector<std::uint32_t> held_by(std::uint32_t task, bool also_idle) const;
  /// What a subtask takes in that phase, of what it does at speed 1: only while its CTAs do as much as they could.
  double slowness(std::uint32_t task, double longer) const;

  void ask_controller();
  std::vector<std::uint32_t> asked_by_sm(const SlowGrid& grid) const;
  void swap(std::uint32_t task);
  /// On every SM those stay that came first.
  void tell_to_leave(std::uint32_t task);

  bool fits(std::uint32_t task, std::uint32_t sm) const;
  /// Round-robin over the SMs, kernel after kernel; an SM is closed to those behind one that wants more there.
  void dispatch();

  static std::int64_t saved(const SlowGrid& grid) { return static_cast<std::int64_t>(grid.saved.size()); }
  bool is_there(const SlowCta& cta) const { return !cta.out && !cta.ended && !cta.waits && is_now(cta.begins); }
  bool works(const SlowCta& cta) const { return is_there(cta) && !moves(cta); }
  /// Those whose contexts move are a kernel of its own for each task.
  std::uint32_t as_kernel(const SlowCta& cta) const;
  const evaluate::KernelOnSms& kernel(std::uint32_t number);
  void set_speeds();

  /// Those with the last subtasks do these together, so that they end at once.
  void share_last();

  void pass_time();

  const Instance& instance_;
  const Plan& plan_;
  SlowSmRates rates_;
  share::Controller controller_;
  std::vector<SlowGrid> grids_;         ///< by task
  std::vector<std::uint32_t> waiting_;  ///< the longest ready first
  std::vector<std::uint32_t> issued_;   ///< the controller has not been told
  std::vector<std::uint32_t> running_;  ///< the first launched first
  std::vector<SlowCta> ctas_;           ///< the first dispatched first
  SlowKernels kernels_;
  double now_ = 0;
  double wake_ = kNotAtAll;
  double speed_ = 1;                  // what the controller leaves of all
  bool left_at_once_ = false;         // some did that it told to
  Leaving leaving_ = Leaving::drain;  // as it decided last
  std::map<std::uint32_t, evaluate::KernelOnSms> moving_;
};

}  // namespace warpshop::test
