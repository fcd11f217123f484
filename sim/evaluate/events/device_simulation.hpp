#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/evaluate/events/engines.hpp"
#include "sim/evaluate/events/exclusive.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// What says how fast payloads move.
enum class Speeds : std::uint8_t {
  own,     ///< the device's own rates
  shared,  ///< those, times a share that somebody sets
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
      : rates_(instance.rates), engines_(instance, order, submission, waits, of_compute...), recorder_(recorder) {}

  void begin() { dispatch(); }
  bool done() const { return engines_.done(); }
  /// In milliseconds from the start; kNever when it is done.
  double next_event() const {
    return std::min({copies_[0].event, copies_[1].event, engines_.compute().next_event(), engines_.next_release()});
  }
  /// The next event, which is at `now`, happens.
  void advance(double now) {
    now_ = now;
    if (pass_events()) {
      dispatch();
    }
  }
  Compute& compute() { return engines_.compute(); }
  /// Of the last command so far.
  Millis end() const { return Millis{last_end_}; }

  /// The task whose payload moves in a direction, if one does, and its rate by the device's own rules.
  std::optional<std::uint32_t> moving(Direction direction) const {
    return moving_in(direction).moving ? std::optional(engines_.task(moving_in(direction).slot)) : std::nullopt;
  }
  double rate(Direction direction) const { return moving_in(direction).own_rate; }
  /// What moves in a direction gets so much of its rate from now on: 0 < share ≤ 1.
  void set_share(Direction direction, double share, double now) {
    MovingCopy& moving = moving_in(direction);
    set_rate(moving, moving.own_rate * share, now);
  }

  // What Engines::dispatch tells.
  void start(Stage stage, std::uint32_t slot) {
    recorder_.start(stage, slot, now_);
    if (stage == Stage::kernel) {
      return;
    }
    MovingCopy& begun = copies_[index(stage) / 2];
    const Copy& copy = engines_.job(slot).copies[index(stage) / 2];
    begun.slot = slot;
    begun.payload = copy.payload.count();
    if (copy.latency > Millis{0}) {
      begun.event = now_ + copy.latency.count();
    } else {
      move_payload(begun);
    }
  }
  void stop(Stage stage, std::uint32_t /*slot*/) {
    if (stage != Stage::kernel) {
      leave(copies_[index(stage) / 2]);
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
    double own_rate = 1;  ///< by the device's own rules
    std::uint32_t slot = 0;
    bool moving = false;  ///< moves payload
  };

  MovingCopy& moving_in(Direction direction) { return copies_[index(direction)]; }
  const MovingCopy& moving_in(Direction direction) const { return copies_[index(direction)]; }
  Memory memory(Direction direction) const { return engines_.job(moving_in(direction).slot).memory[index(direction)]; }

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

  void update_rates() {
    MovingCopy& h2d = moving_in(Direction::h2d);
    MovingCopy& d2h = moving_in(Direction::d2h);
    if (h2d.moving && d2h.moving) {
      const std::size_t h2d_memory = index(memory(Direction::h2d));
      const std::size_t d2h_memory = index(memory(Direction::d2h));
      set_own_rate(h2d, rates_[index(Direction::h2d)][h2d_memory][d2h_memory]);
      set_own_rate(d2h, rates_[index(Direction::d2h)][d2h_memory][h2d_memory]);
    } else if (h2d.moving) {
      set_own_rate(h2d, 1);
    } else if (d2h.moving) {
      set_own_rate(d2h, 1);
    }
  }
  void set_own_rate(MovingCopy& copy, double rate) {
    if constexpr (kSpeeds == Speeds::own) {
      set_rate(copy, rate, now_);
    } else {
      copy.own_rate = rate;  // set_share() follows
    }
  }
  static void set_rate(MovingCopy& copy, double rate, double now) {
    if (copy.rate != rate) {
      copy.event = now + (copy.event - now) * copy.rate / rate;
      copy.rate = rate;
    }
  }

  void dispatch() {
    engines_.dispatch(now_, *this);
    engines_.take_beside([this](const Readiness::Beside& kernel) {
      recorder_.start(Stage::kernel, kernel.slot, kernel.start);
      recorder_.end(Stage::kernel, kernel.slot, kernel.end);
      last_end_ = std::max(last_end_, kernel.end);
    });
  }

  /// What happens now; whether it leaves something to dispatch.
  bool pass_events() {
    bool freed = engines_.compute().advance(now_);
    freed |= pass_copy(Stage::h2d);
    while (const std::optional<std::uint32_t> slot = engines_.compute().ending(now_)) {
      end(Stage::kernel, *slot);
      freed = true;
    }
    freed |= pass_copy(Stage::d2h);
    return engines_.release_until(now_) || freed;
  }
  bool pass_copy(Stage stage) {
    MovingCopy& copy = copies_[index(stage) / 2];
    if (copy.event != now_) {
      return false;
    }
    if (copy.payload > 0) {
      move_payload(copy);
      return false;
    }
    leave(copy);
    end(stage, copy.slot);
    return true;
  }
  void end(Stage stage, std::uint32_t slot) {
    recorder_.end(stage, slot, now_);
    last_end_ = std::max(last_end_, now_);
    engines_.finish(stage, slot, now_);
  }

  const Rates& rates_;
  Engines<Compute> engines_;
  Recorder& recorder_;
  std::array<MovingCopy, 2> copies_;  ///< [Direction]
  double now_ = 0;
  double last_end_ = 0;
};

}  // namespace warpshop::evaluate
