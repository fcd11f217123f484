#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "sim/evaluate/events/issue.hpp"
#include "sim/evaluate/slots.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// The time of what does not happen.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// What holds stages back beside the order: Plan::gates, Plan::rounds and Plan::hardware_queues.
struct Waits {
  std::span<const Gate> gates = {};
  std::span<const std::uint32_t> rounds = {};
  std::uint32_t hardware_queues = 0;
  bool on_demand = false;  ///< no task begins before Readiness::restart()

  Waits() = default;
  explicit Waits(const Plan& plan) : gates(plan.gates), rounds(plan.rounds), hardware_queues(plan.hardware_queues) {}
  bool none() const { return gates.empty() && rounds.empty(); }
};

/// When each stage of each task is ready to be served, whoever serves it: the same for every simulation, whose time
/// alone differs.
///
/// The first stage of a task is ready at its release time, but not before those tasks have ended that it comes after,
/// and the lag after each of them has passed, nor, of a plan in rounds, before the round ahead of its own has ended.
/// Any other stage is ready when the one before it has ended, and the gap between the two has passed; a D2H copy with a
/// gate not before the gate's H2D copy has ended. No stage is ready before Issue lets it go.
///
/// Where kernels run one at a time, a kernel that leaves the compute engine to others (Job::beside) waits for no
/// engine: it begins when it is ready, and take_beside() says so.
///
/// Times are in milliseconds from the start of the plan and never decrease from call to call. Each call may make stages
/// ready: take_arrivals() says which. A task has none, one or two stages between calls: it waits, is served, or ended.
class Readiness {
 public:
  /// A stage that has become ready.
  struct Arrival {
    std::uint32_t slot;
    Stage stage;
    double ready;
  };

  /// A kernel that runs beside others, from its start on: it takes what it takes.
  struct Beside {
    std::uint32_t slot;
    double start;
    double end;
  };

  /// Keeps references: the instance and what the spans show outlive it. one_kernel_at_a_time: see above.
  Readiness(const Instance& instance, std::span<const std::uint32_t> order, const Waits& waits,
            bool one_kernel_at_a_time);

  /// Tasks next to each other that have ended, or have not begun, begin anew at `now`, from which their release
  /// times count: a request of a client. None outside comes after one of them, or before. Waits::on_demand.
  void restart(std::uint32_t first_slot, std::uint32_t tasks, double now);

  /// The next time at which a task is released, or its last lag has passed; infinite when there is none. A task that
  /// ends may make it earlier.
  double next_release() const { return next_release_; }
  /// Releases the tasks whose time is at or before `now`; whether there are any.
  bool release_until(double now) { return next_release_ <= now && release_tasks(now); }
  /// The stage has been served.
  void end(Stage stage, std::uint32_t slot, double now);

  /// Calls arrived(Arrival) for each stage that has become ready since the last call, in that order.
  template <class Arrived>
  void take_arrivals(const Arrived& arrived) {
    for (const Arrival& arrival : arrivals_) {
      arrived(arrival);
    }
    arrivals_.clear();
  }
  /// Calls begun(Beside) for each kernel that has begun beside others since the last call, in that order.
  template <class Begun>
  void take_beside(const Begun& begun) {
    for (const Beside& kernel : beside_) {
      begun(kernel);
    }
    beside_.clear();
  }

  /// Whether the task waits for an engine to serve that stage, and since when it does.
  bool waits_for(Stage stage, std::uint32_t slot) const { return state_[slot] == index(stage); }
  double waiting_since(std::uint32_t slot) const { return waiting_since_[slot]; }
  /// An engine serves the stage that the task waits for.
  void serve(std::uint32_t slot) { state_[slot] = kInService; }

  bool done() const { return unfinished_ == 0; }
  const Job& job(std::uint32_t slot) const { return instance_.jobs[order_[slot]]; }
  std::uint32_t task(std::uint32_t slot) const { return order_[slot]; }
  std::size_t slots() const { return order_.size(); }
  std::span<const std::uint32_t> order() const { return order_; }
  std::uint32_t hardware_queues() const { return hardware_queues_; }
  /// Whether those that a task comes after stand before it, without which engines that keep the order would stand
  /// still.
  bool in_topological_order() const;
  /// Calls issued(slot) for each task whose kernel the host has issued since the last call: where there are hardware
  /// queues, or kernels that share. See IssuedTasks.
  template <class Issued>
  void take_issued(const Issued& issued) {
    if (issued_) {
      issued_->take(issued);
    }
  }

 private:
  // What a task is doing if it does not wait for the stage of that index.
  static constexpr std::uint8_t kEnded = 3;
  /// Of a Release: a kernel that runs beside others ends.
  static constexpr std::uint32_t kBesideEnds = 3;
  static constexpr std::uint8_t kUnreleased = 254;
  static constexpr std::uint8_t kInService = 253;
  static constexpr std::uint8_t kBehindGate = 252;
  static constexpr std::uint8_t kBehindTasks = 251;
  static constexpr std::uint8_t kBehindIssue = 248;  ///< and the index of the stage

  /// In the place of a stage: a host thread has done its work for a task; the program in the place of the slot.
  static constexpr std::uint32_t kHostWork = 4;

  struct Successor {
    std::uint32_t slot = 0;
    double lag = 0;
  };
  /// Of a task, or of a stage when the gap behind the one before it has passed. Of tied ones the first in the order
  /// goes first.
  struct Release {
    double time = 0;
    std::uint32_t slot = 0;
    std::uint32_t stage = 0;  ///< 0: of a task, as no gap is before its first stage; kBesideEnds, kHostWork
    auto operator<=>(const Release&) const = default;
  };

  void shut_gates(std::span<const Gate> gates);
  void open_gates(std::uint32_t h2d_slot, double now);
  void hold_successors();
  /// Those that waited for nothing but this task: at once, or when their lags have passed.
  void let_successors_go(std::uint32_t slot, double now);
  /// The tasks of the next round, or all that are left, start to wait for their release or their first stage.
  void admit_round(double now);
  bool release_tasks(double now);
  void begin_beside(std::uint32_t slot, double now);
  void release_later(std::uint32_t slot, std::size_t stage, double time);
  /// Of the stages behind one that has ended at `now`, the first that the task has waits for the gap between the two.
  void end_before_gap(Stage stage, std::uint32_t slot, double now);
  /// The host thread of a task, or the one of all, has come to it.
  void reach(std::uint32_t slot);
  /// The task is in the plan's reach: its round has come, and its release time.
  void admit(std::uint32_t slot, double now);
  /// For the first of the stages from `stage` on that the task has; the task has ended if there is none.
  void become_ready(std::uint32_t slot, std::size_t stage, double now);
  /// Issues what can be issued now.
  void issue_on(double now);

  const Instance& instance_;
  std::span<const std::uint32_t> order_;
  std::uint32_t hardware_queues_;
  std::vector<std::uint8_t> state_;     ///< by slot
  std::vector<double> waiting_since_;   ///< by slot: when its earlier stages had ended
  std::vector<Arrival> arrivals_;       ///< not taken yet
  std::vector<Beside> beside_;          ///< not taken yet
  std::vector<std::uint32_t> gate_of_;  ///< by slot of a D2H: that of the H2D it waits for, or kNoSlot; empty: no gates
  std::vector<std::uint32_t> predecessors_left_;    ///< by slot; empty: no precedence
  std::vector<std::uint32_t> predecessors_;         ///< the same of a task that begins anew
  std::vector<std::vector<Successor>> successors_;  ///< by slot; empty: no precedence
  std::vector<bool> awaits_lags_;                   ///< by slot: its host thread does; empty: none does
  std::vector<double> lags_end_;                    ///< by slot: of those that have started; empty: no lags
  std::priority_queue<Release, std::vector<Release>, std::greater<>> releases_;  ///< to come, of this round
  std::span<const std::uint32_t> rounds_;                                        ///< those to come
  std::uint32_t admitted_ = 0;                                                   ///< slots of the rounds so far
  std::size_t after_round_ = 0;                                                  ///< tasks of later rounds
  double next_release_ = kNever;
  std::size_t unfinished_ = 0;
  bool gaps_ = false;  ///< between stages
  bool one_kernel_at_a_time_;
  std::optional<Issue> issue_;         ///< where the order of issue holds something back
  std::optional<IssuedTasks> issued_;  ///< see take_issued()
  bool issuing_ = false;
  bool changed_ = false;  ///< since it was asked what can be issued
};

inline void Readiness::become_ready(std::uint32_t slot, std::size_t stage, double now) {
  const Job& ready_job = job(slot);
  while (stage < kStages.size() && !ready_job.has[stage]) {
    ++stage;
  }
  waiting_since_[slot] = now;
  if (stage == kStages.size()) {
    state_[slot] = kEnded;
    if (!successors_.empty()) [[unlikely]] {
      let_successors_go(slot, now);
    }
    if (--unfinished_ == after_round_ && unfinished_ > 0) [[unlikely]] {
      admit_round(now);
    }
  } else if (stage == index(Stage::d2h) && !gate_of_.empty() && gate_of_[slot] != kNoSlot) {
    state_[slot] = kBehindGate;
  } else if (issue_ && issue_->holds({slot, kStages[stage]})) [[unlikely]] {
    state_[slot] = static_cast<std::uint8_t>(kBehindIssue + stage);
  } else if (stage == index(Stage::kernel) && ready_job.beside &&
             (one_kernel_at_a_time_ || ready_job.kernel == Millis{0})) [[unlikely]] {
    begin_beside(slot, now);
  } else {
    state_[slot] = static_cast<std::uint8_t>(stage);
    arrivals_.push_back({slot, kStages[stage], now});
  }
}

inline void Readiness::end(Stage stage, std::uint32_t slot, double now) {
  if (gaps_) [[unlikely]] {
    end_before_gap(stage, slot, now);
  } else {
    become_ready(slot, index(stage) + 1, now);
  }
  if (stage == Stage::h2d && !gate_of_.empty()) {
    open_gates(slot, now);
  }
  if (issue_) [[unlikely]] {
    issue_->end({slot, stage});
    issue_on(now);
  }
}

}  // namespace warpshop::evaluate
