#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::evaluate {

/// The time of what does not happen.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// What holds stages back beside the order: Plan::gates and Plan::rounds.
struct Waits {
  std::span<const Gate> gates = {};
  std::span<const std::uint32_t> rounds = {};

  Waits() = default;
  explicit Waits(const Plan& plan) : gates(plan.gates), rounds(plan.rounds) {}
  bool none() const { return gates.empty() && rounds.empty(); }
};

/// Who goes next: the rules of the fluid model that do not depend on how time passes, shared by every simulation of it.
///
/// A lane serves one kind of stage, one at a time: h2d copies, kernels, d2h copies. In ordered submission a lane takes
/// its stages in the plan's order; with streams, whatever became ready first. Two copies of opposite directions that
/// are both exclusive (pageable, or sharing the one DMA engine) never overlap: the one that was ready first goes first,
/// equal ready times (tied()) the earlier task of the order. What takes no time at an instant is finished before that
/// is decided.
///
/// A D2H copy with a gate is not ready before the gate's H2D copy has ended. Of a plan in rounds, the tasks of a round
/// are released when the round before it has ended, or at their release times if those come later. A task is not
/// released before those have ended that it comes after. A kernel whose family is another than that of the kernel
/// before it, where both have one, takes the set-up time longer.
///
/// The simulation calls release_until() and finish() as time passes, then dispatch(), which says what starts. Times are
/// in milliseconds from the start of the plan and never decrease from call to call.
class Lanes {
 public:
  /// Keeps references: the instance and what the spans show outlive the lanes. Slots below are positions in the order.
  Lanes(const Instance& instance, std::span<const std::uint32_t> order, Submission submission, const Waits& waits = {});

  /// Release time of the next task that has not been released yet; infinite when there is none.
  double next_release() const { return next_release_; }
  /// Tasks released at or before `now` start to wait for their first stage; whether there are any.
  bool release_until(double now) { return next_release_ <= now && release_tasks(now); }
  /// The stage that runs in a lane has ended.
  void finish(Stage lane, double now) { end(index(lane), now); }

  /// Starts what can start at `now`, in any lane, and tells the observer, by Stage and slot: start(), a stage begins to
  /// hold its lane; stop(), it gives the lane back as if it had never started, because at the same instant another came
  /// first after all; pass(), a stage that takes no time begins and ends.
  template <class Observer>
  void dispatch(double now, Observer&& observer);

  bool done() const { return unfinished_ == 0; }
  const Job& job(std::uint32_t slot) const { return instance_.jobs[order_[slot]]; }
  std::uint32_t task(std::uint32_t slot) const { return order_[slot]; }
  /// What the kernel that runs takes, its set-up included.
  Millis kernel_time() const { return job(lanes_[1].running.slot).kernel + set_up_; }

 private:
  static constexpr std::uint8_t kUnreleased = 254;
  static constexpr std::uint8_t kInService = 253;
  static constexpr std::uint8_t kBehindGate = 252;
  static constexpr std::uint8_t kBehindTasks = 251;
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::array<std::size_t, 2> kCopyLanes{0, 2};

  /// Waiting for a lane: who has been ready since when, and whether it takes time.
  struct Entry {
    double ready = 0;
    std::uint32_t slot = kNone;
    bool lasting = true;
    bool comes_after_tied(const Entry& other) const { return lasting != other.lasting ? lasting : slot > other.slot; }
    friend bool operator>(const Entry& a, const Entry& b) {
      return a.ready != b.ready ? a.ready > b.ready : a.comes_after_tied(b);
    }
  };
  struct Lane {
    std::uint32_t head = 0;                                                ///< ordered: the slot whose turn it is
    double last_end = 0;                                                   ///< ordered: end of the stage before
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;  ///< streams
    double last_ready = 0;  ///< streams: what ready times tied with it are taken for
    Entry running;          ///< slot kNone: idle
    double started = 0;
  };

  bool streams() const { return submission_ == Submission::streams; }
  bool exclusive(std::size_t lane, std::uint32_t slot) const {
    return lane != index(Stage::kernel) && job(slot).exclusive[lane / 2];
  }
  /// As things are now: whether a kernel needs a set-up depends on the one before it.
  bool takes_no_time(std::size_t lane, std::uint32_t slot) const {
    return job(slot).alone(kStages[lane]) <= Millis{0} && (lane != index(Stage::kernel) || set_up(slot) <= Millis{0});
  }
  /// Before the kernel of the slot if it were the next one.
  Millis set_up(std::uint32_t slot) const {
    const std::uint32_t next = family(slot);
    const bool switches = next != kAnyFamily && context_ != kAnyFamily && next != context_;
    return switches ? instance_.family_setup : Millis{0};
  }
  std::uint32_t family(std::uint32_t slot) const {
    return instance_.families.empty() ? kAnyFamily : instance_.families[order_[slot]];
  }
  /// Within a lane.
  static bool precedes(const Entry& a, const Entry& b) {
    return tied(a.ready, b.ready) ? b.comes_after_tied(a) : a.ready < b.ready;
  }
  /// Of two exclusive copies at the heads of their lanes.
  static bool goes_first(const Entry& a, const Entry& b) {
    return a.lasting != b.lasting ? !a.lasting : precedes(a, b);
  }

  void shut_gates(std::span<const Gate> gates);
  void hold_successors();
  /// Those that waited for nothing but this task.
  void let_successors_go(std::uint32_t slot, double now);
  void arrive(std::uint32_t slot, double now);
  void open_gates(std::uint32_t h2d_slot, double now);
  /// Whether the D2H of the slot has to wait for its gate; it will be told when that opens.
  bool stays_behind_gate(std::uint32_t slot);
  void admit_round(double now);
  bool release_tasks(double now);
  void advance_head(std::size_t lane);
  void become_ready(std::uint32_t slot, std::size_t stage, double now);
  Entry candidate(std::size_t lane) const;
  void take(std::size_t lane, const Entry& entry, double now);
  /// What runs in the lane has never started: it waits again once it is queued.
  Entry vacate(std::size_t lane);
  void requeue(std::size_t lane, const Entry& entry);
  void end(std::size_t lane, double now);

  template <class Observer>
  bool begin(std::size_t lane, const Entry& entry, double now, Observer&& observer);
  template <class Observer>
  bool dispatch_lane(std::size_t lane, double now, Observer&& observer);
  template <class Observer>
  bool dispatch_exclusive(double now, Observer&& observer);

  static constexpr std::uint32_t kAnyFamily = 0;

  const Instance& instance_;
  std::span<const std::uint32_t> order_;
  Submission submission_;
  bool any_exclusive_ = false;
  bool gated_ = false;
  std::array<Lane, 3> lanes_;
  std::vector<std::uint8_t> stage_;     ///< by slot: the stage that the task waits for, or 3, kUnreleased, kInService
  std::vector<double> waiting_since_;   ///< by slot: when its earlier stages had ended
  std::vector<std::uint32_t> gate_of_;  ///< by slot of a D2H: that of the H2D it waits for, or kNone; or empty
  std::vector<std::uint32_t> predecessors_left_;        ///< by slot; empty where there is no precedence
  std::vector<std::vector<std::uint32_t>> successors_;  ///< by slot: slots
  std::uint32_t context_ = kAnyFamily;                  ///< the family of the last kernel that had one
  Millis set_up_{0};                                    ///< of the kernel that runs
  std::vector<std::uint32_t> by_release_;  ///< slots of this round that are not released yet, by release time
  std::size_t released_ = 0;
  std::span<const std::uint32_t> rounds_;  ///< those to come
  std::uint32_t admitted_ = 0;             ///< slots of the rounds so far
  std::size_t after_round_ = 0;            ///< tasks of later rounds
  double next_release_ = kNever;
  std::size_t unfinished_ = 0;
};

inline void Lanes::advance_head(std::size_t lane) {
  std::uint32_t& head = lanes_[lane].head;
  while (head < order_.size() && !job(head).has[lane]) {
    ++head;
  }
}

inline void Lanes::become_ready(std::uint32_t slot, std::size_t stage, double now) {
  const Job& ready_job = job(slot);
  while (stage < 3 && !ready_job.has[stage]) {
    ++stage;
  }
  stage_[slot] = static_cast<std::uint8_t>(stage);
  waiting_since_[slot] = now;
  if (stage == 3) {
    if (!successors_.empty()) [[unlikely]] {
      let_successors_go(slot, now);
    }
    if (--unfinished_ == after_round_ && unfinished_ > 0) [[unlikely]] {
      admit_round(now);
    }
  } else if (gated_ && stage == 2 && stays_behind_gate(slot)) {
    stage_[slot] = kBehindGate;
  } else if (streams()) {
    Lane& lane = lanes_[stage];
    if (!tied(lane.last_ready, now)) {
      lane.last_ready = now;
    }
    lane.queue.push({lane.last_ready, slot, !takes_no_time(stage, slot)});
  }
}

inline Lanes::Entry Lanes::candidate(std::size_t lane_index) const {
  const Lane& lane = lanes_[lane_index];
  if (streams()) {
    if (lane.queue.empty()) {
      return {};
    }
    Entry first = lane.queue.top();
    first.lasting = !takes_no_time(lane_index, first.slot);
    return first;
  }
  if (lane.running.slot != kNone || lane.head == order_.size() || stage_[lane.head] != lane_index) {
    return {};
  }
  return {std::max(waiting_since_[lane.head], lane.last_end), lane.head, !takes_no_time(lane_index, lane.head)};
}

inline void Lanes::take(std::size_t lane_index, const Entry& entry, double now) {
  Lane& lane = lanes_[lane_index];
  assert(lane.running.slot == kNone);
  if (streams()) {
    lane.queue.pop();
  }
  stage_[entry.slot] = kInService;
  if (lane_index == index(Stage::kernel)) {
    set_up_ = set_up(entry.slot);
  }
  lane.running = entry;
  lane.started = now;
}

inline Lanes::Entry Lanes::vacate(std::size_t lane_index) {
  const Entry stopped = std::exchange(lanes_[lane_index].running, {});
  stage_[stopped.slot] = static_cast<std::uint8_t>(lane_index);
  return stopped;
}

inline void Lanes::requeue(std::size_t lane, const Entry& entry) {
  if (streams()) {
    lanes_[lane].queue.push(entry);
  }
}

inline void Lanes::end(std::size_t lane_index, double now) {
  Lane& lane = lanes_[lane_index];
  const std::uint32_t slot = lane.running.slot;
  assert(slot != kNone);
  lane.running = {};
  lane.last_end = now;
  if (lane_index == index(Stage::kernel) && family(slot) != kAnyFamily) {
    context_ = family(slot);
  }
  if (!streams()) {
    ++lane.head;
    advance_head(lane_index);
  }
  become_ready(slot, lane_index + 1, now);
  if (gated_ && lane_index == index(Stage::h2d)) {
    open_gates(slot, now);
  }
}

/// Whether the stage has passed through, so that what follows it may have become ready.
template <class Observer>
bool Lanes::begin(std::size_t lane, const Entry& entry, double now, Observer&& observer) {
  take(lane, entry, now);
  if (entry.lasting) {
    observer.start(kStages[lane], entry.slot);
    return false;
  }
  observer.pass(kStages[lane], entry.slot);
  end(lane, now);
  return true;
}

template <class Observer>
bool Lanes::dispatch_lane(std::size_t lane, double now, Observer&& observer) {
  bool changed = false;
  for (Entry next = candidate(lane); next.slot != kNone; next = candidate(lane)) {
    Entry stopped;
    if (lanes_[lane].running.slot != kNone) {
      // What was decided at an instant is decided anew when something else turns out to end at that instant as well.
      if (!tied(lanes_[lane].started, now) || !precedes(next, lanes_[lane].running)) {
        break;
      }
      stopped = vacate(lane);
      observer.stop(kStages[lane], stopped.slot);
    }
    const bool passed = !exclusive(lane, next.slot) && begin(lane, next, now, observer);
    if (stopped.slot != kNone) {
      requeue(lane, stopped);  // behind the one that takes its place, which begin() has taken from the queue
    }
    if (!passed) {
      break;
    }
    changed = true;
  }
  return changed;
}

template <class Observer>
bool Lanes::dispatch_exclusive(double now, Observer&& observer) {
  std::array<Entry, 2> waiting;
  std::array<bool, 2> holds{};
  for (const std::size_t side : {0U, 1U}) {
    const std::size_t lane = kCopyLanes[side];
    const Entry running = lanes_[lane].running;
    holds[side] = running.slot != kNone && exclusive(lane, running.slot);
    if (running.slot == kNone) {
      waiting[side] = candidate(lane);
    }
  }
  for (const std::size_t side : {0U, 1U}) {
    const std::size_t other = 1 - side;
    if (waiting[side].slot == kNone) {
      continue;
    }
    const std::size_t other_lane = kCopyLanes[other];
    if (holds[other]) {
      const Entry holder = lanes_[other_lane].running;
      if (!tied(lanes_[other_lane].started, now) || !goes_first(waiting[side], holder)) {
        continue;
      }
      if (waiting[side].lasting) {
        observer.stop(kStages[other_lane], holder.slot);
        requeue(other_lane, vacate(other_lane));
      }
    } else if (waiting[other].slot != kNone && !goes_first(waiting[side], waiting[other])) {
      continue;
    }
    return begin(kCopyLanes[side], waiting[side], now, observer);
  }
  return false;
}

template <class Observer>
void Lanes::dispatch(double now, Observer&& observer) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      changed |= dispatch_lane(lane, now, observer);
    }
    if (!changed && any_exclusive_) {
      changed = dispatch_exclusive(now, observer);
    }
  }
}

}  // namespace warpshop::evaluate
