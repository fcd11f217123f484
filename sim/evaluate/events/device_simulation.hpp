#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/events/engines.hpp"
#include "sim/evaluate/events/exclusive.hpp"
#include "sim/evaluate/rates/copy_rates.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// What says how fast payloads move.
enum class Speeds : std::uint8_t {
  own,     ///< the device's own rates
  shared,  ///< whoever drives the simulation, after each event
};

/// The fluid model of one device as time passes. Whoever drives it begins, then goes on to next_event() again and
/// again until done(). A recorder is told start(stage, slot, time) and end(stage, slot, time). Compute: see Engines.
template <class Recorder, Speeds kSpeeds = Speeds::own, class Compute = Exclusive>
class DeviceSimulation {
 public:
  /// of_compute: see Engines.
  template <class... OfCompute>
  DeviceSimulation(const Instance& instance, std::span<const std::uint32_t> order, Submission submission,
                   const Waits& waits, Recorder& recorder, const OfCompute&... of_compute)
      : rates_(instance.rates),
        engines_(instance, order, submission, waits, of_compute...),
        recorder_(recorder),
        copies_(engines_.partitions()) {}

  void begin() {
    engines_.dispatch(now_, *this);
    take_beside();
  }
  bool done() const { return engines_.done(); }
  /// Something from outside happens at `time`, which is an event of its own.
  void expect(double time) { outside_ = time; }
  /// In milliseconds from the start; kNever when it is done.
  double next_event() const {
    double next = std::min({engines_.compute().next_event(), engines_.next_release(), outside_});
    for (const MovingCopies& copies : copies_) {
      next = std::min({next, copies[0].event, copies[1].event});
    }
    return next;
  }
  /// The next event, which is at `now`, happens.
  void advance(double now) {
    pass_time(now);
    settle();
  }
  /// The same, but nothing is decided: settle() is to be called.
  void pass_time(double now) {
    now_ = now;
    pass_events();
  }
  /// See Readiness. At the time of the last event.
  void restart(std::uint32_t first_slot, std::uint32_t tasks) { engines_.restart(first_slot, tasks, now_); }
  /// Decides on what has happened, if its instant is over, which it may be once compute() has been told something;
  /// whether it has.
  bool settle() {
    const bool over = engines_.settle(now_, next_event(), *this);
    take_beside();
    return over;
  }
  Compute& compute() { return engines_.compute(); }
  /// See SharingEngine.
  void set_beside(double copies, double now) {
    if (engines_.compute().set_beside(copies, now)) {
      engines_.happened(now);
    }
  }
  /// Of the last command so far.
  Millis end() const { return Millis{last_end_}; }

  /// Whether what moves payload has changed since this was asked, or at all.
  bool moving_changed() { return std::exchange(moving_changed_, false); }
  /// Adds what moves payload now; demand(task, direction): see MovingPayload.
  template <class Demand>
  void add_moving(const Demand& demand, std::vector<MovingPayload>& payloads) const {
    for (const MovingCopies& copies : copies_) {
      for (const Direction direction : {Direction::h2d, Direction::d2h}) {
        if (const MovingCopy& copy = copies[index(direction)]; copy.moving) {
          payloads.push_back({.direction = direction,
                              .memory = memory(copy, direction),
                              .demand = demand(engines_.task(copy.slot), direction)});
        }
      }
    }
  }
  /// What add_moving() has added moves so fast from now on.
  void set_speeds(std::span<const MovingPayload> payloads, double now) {
    auto next = payloads.begin();
    for (MovingCopies& copies : copies_) {
      for (MovingCopy& copy : copies) {
        if (copy.moving) {
          set_rate(copy, next++->speed, now);
        }
      }
    }
  }

  // What Engines::dispatch tells.
  void start(Stage stage, std::uint32_t slot) {
    recorder_.start(stage, slot, now_);
    if (stage == Stage::kernel) {
      return;
    }
    MovingCopy& begun = copy_of(stage, slot);
    const Copy& copy = engines_.job(slot).copies[index(stage) / 2];
    begun.slot = slot;
    begun.payload = copy.payload.count();
    if (copy.latency > Millis{0}) {
      begun.event = now_ + copy.latency.count();
    } else {
      move_payload(begun);
    }
  }
  void pass(Stage stage, std::uint32_t slot) {
    recorder_.start(stage, slot, now_);
    recorder_.end(stage, slot, now_);
    last_end_ = std::max(last_end_, now_);
  }

 private:
  /// What a copy engine serves, as time passes.
  struct MovingCopy {
    double event = kNever;  ///< when the copy, or the latency before its payload, ends at the present rate
    double payload = 0;     ///< yet to come after the latency
    double rate = 1;
    std::uint32_t slot = 0;
    bool moving = false;  ///< moves payload
  };

  using MovingCopies = std::array<MovingCopy, 2>;  ///< [Direction]

  MovingCopy& copy_of(Stage stage, std::uint32_t slot) { return copies_[engines_.partition(slot)][index(stage) / 2]; }
  Memory memory(const MovingCopy& copy, Direction direction) const {
    return engines_.job(copy.slot).memory[index(direction)];
  }

  void move_payload(MovingCopy& copy) {
    copy.event = now_ + copy.payload;
    copy.payload = 0;
    copy.rate = 1;
    copy.moving = true;
    update_rates();
  }
  void leave(MovingCopy& copy) {
    copy.event = kNever;
    if (copy.moving) {
      copy.moving = false;
      update_rates();
    }
  }

  /// As set_copy_rates() says of at most one payload each way.
  void update_rates() {
    moving_changed_ = true;
    if constexpr (kSpeeds == Speeds::own) {
      auto& [h2d, d2h] = copies_.front();
      if (h2d.moving && d2h.moving) {
        const std::size_t h2d_memory = index(memory(h2d, Direction::h2d));
        const std::size_t d2h_memory = index(memory(d2h, Direction::d2h));
        set_rate(h2d, rates_[index(Direction::h2d)][h2d_memory][d2h_memory], now_);
        set_rate(d2h, rates_[index(Direction::d2h)][d2h_memory][h2d_memory], now_);
      } else if (h2d.moving) {
        set_rate(h2d, 1, now_);
      } else if (d2h.moving) {
        set_rate(d2h, 1, now_);
      }
    }
  }
  static void set_rate(MovingCopy& copy, double rate, double now) {
    if (copy.rate != rate) {
      copy.event = now + (copy.event - now) * copy.rate / rate;
      copy.rate = rate;
    }
  }

  void take_beside() {
    engines_.take_beside([this](const Readiness::Beside& kernel) {
      recorder_.start(Stage::kernel, kernel.slot, kernel.start);
      recorder_.end(Stage::kernel, kernel.slot, kernel.end);
      last_end_ = std::max(last_end_, kernel.end);
    });
  }

  void pass_events() {
    if (engines_.compute().advance(now_)) {
      engines_.happened(now_);
    }
    pass_copies(Stage::h2d);
    while (const std::optional<std::uint32_t> slot = engines_.compute().ending(now_)) {
      end(Stage::kernel, *slot);
    }
    pass_copies(Stage::d2h);
    engines_.release_until(now_);
  }
  void pass_copies(Stage stage) {
    for (MovingCopies& copies : copies_) {
      MovingCopy& copy = copies[index(stage) / 2];
      if (copy.event != now_) {
        continue;
      }
      if (copy.payload > 0) {
        move_payload(copy);
      } else {
        leave(copy);
        end(stage, copy.slot);
      }
    }
  }
  void end(Stage stage, std::uint32_t slot) {
    recorder_.end(stage, slot, now_);
    last_end_ = std::max(last_end_, now_);
    engines_.finish(stage, slot, now_);
  }

  const Rates& rates_;
  Engines<Compute> engines_;
  Recorder& recorder_;
  std::vector<MovingCopies> copies_;  ///< by partition, see Engines
  bool moving_changed_ = false;
  double now_ = 0;
  double last_end_ = 0;
  double outside_ = kNever;
};

}  // namespace warpshop::evaluate
