#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/evaluate/lanes.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// What says how fast payloads move.
enum class Speeds : std::uint8_t {
  own,     ///< the device's own rates
  shared,  ///< those, times a share that somebody sets
};

/// The fluid model of one device as time passes. Whoever drives it begins, then goes on to next_event() again and
/// again until done(). A recorder is told start(stage, slot, time) and end(stage, slot, time).
template <class Recorder, Speeds kSpeeds = Speeds::own>
class DeviceSimulation {
 public:
  DeviceSimulation(const Instance& instance, std::span<const std::uint32_t> order, Submission submission,
                   const Waits& waits, Recorder& recorder)
      : rates_(instance.rates), lanes_(instance, order, submission, waits), recorder_(recorder) {}

  void begin() { lanes_.dispatch(now_, *this); }
  bool done() const { return lanes_.done(); }
  /// In milliseconds from the start; kNever when it is done.
  double next_event() const {
    return std::min({servers_[0].event, servers_[1].event, servers_[2].event, lanes_.next_release()});
  }
  /// The next event, which is at `now`, happens.
  void advance(double now) {
    now_ = now;
    if (pass_events()) {
      lanes_.dispatch(now_, *this);
    }
  }
  /// Of the last command so far.
  Millis end() const { return Millis{last_end_}; }

  /// The task whose payload moves in a direction, if one does, and its rate by the device's own rules.
  std::optional<std::uint32_t> moving(Direction direction) const {
    return server(direction).moving ? std::optional(lanes_.task(server(direction).slot)) : std::nullopt;
  }
  double rate(Direction direction) const { return server(direction).own_rate; }
  /// What moves in a direction gets so much of its rate from now on: 0 < share ≤ 1.
  void set_share(Direction direction, double share, double now) {
    Server& moving = server(direction);
    set_rate(moving, moving.own_rate * share, now);
  }

  // What Lanes::dispatch tells.
  void start(Stage lane, std::uint32_t slot) {
    recorder_.start(lane, slot, now_);
    Server& server = servers_[index(lane)];
    server.slot = slot;
    const Job& job = lanes_.job(slot);
    if (lane == Stage::kernel) {
      server.event = now_ + lanes_.kernel_time().count();
      return;
    }
    const Copy& copy = job.copies[index(lane) / 2];
    server.payload = copy.payload.count();
    if (copy.latency > Millis{0}) {
      server.event = now_ + copy.latency.count();
    } else {
      move_payload(server);
    }
  }
  void stop(Stage lane, std::uint32_t /*slot*/) { leave(servers_[index(lane)]); }
  void pass(Stage lane, std::uint32_t slot) {
    recorder_.start(lane, slot, now_);
    recorder_.end(lane, slot, now_);
    last_end_ = now_;
  }

 private:
  /// One lane as time passes.
  struct Server {
    double event = kNever;  ///< when the stage, or the latency before its payload, ends at the present rate
    double payload = 0;     ///< yet to come after the latency
    double rate = 1;
    double own_rate = 1;  ///< by the device's own rules
    std::uint32_t slot = 0;
    bool moving = false;  ///< moves payload
  };

  Server& server(Direction direction) { return servers_[2 * index(direction)]; }
  const Server& server(Direction direction) const { return servers_[2 * index(direction)]; }
  Memory memory(Direction direction) const { return lanes_.job(server(direction).slot).memory[index(direction)]; }

  void move_payload(Server& server) {
    server.event = now_ + server.payload;
    server.payload = 0;
    server.rate = 1;
    server.moving = true;
    update_rates();
  }
  void leave(Server& server) {
    server.event = kNever;
    if (server.moving) {
      server.moving = false;
      update_rates();
    }
  }

  void update_rates() {
    Server& h2d = server(Direction::h2d);
    Server& d2h = server(Direction::d2h);
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
  void set_own_rate(Server& server, double rate) {
    if constexpr (kSpeeds == Speeds::own) {
      set_rate(server, rate, now_);
    } else {
      server.own_rate = rate;  // set_share() follows
    }
  }
  static void set_rate(Server& server, double rate, double now) {
    if (server.rate != rate) {
      server.event = now + (server.event - now) * server.rate / rate;
      server.rate = rate;
    }
  }

  /// What happens now; whether it leaves something to dispatch.
  bool pass_events() {
    bool freed = false;
    for (const Stage lane : kStages) {
      Server& server = servers_[index(lane)];
      if (server.event != now_) {
        continue;
      }
      if (server.payload > 0) {
        move_payload(server);
      } else {
        end_stage(lane, server);
        freed = true;
      }
    }
    return lanes_.release_until(now_) || freed;
  }

  void end_stage(Stage lane, Server& server) {
    leave(server);
    recorder_.end(lane, server.slot, now_);
    last_end_ = now_;
    lanes_.finish(lane, now_);
  }

  const Rates& rates_;
  Lanes lanes_;
  Recorder& recorder_;
  std::array<Server, 3> servers_;
  double now_ = 0;
  double last_end_ = 0;
};

}  // namespace warpshop::evaluate
