#include "sim/evaluate/event_simulation.hpp"

#include <algorithm>
#include <array>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/interval_recorder.hpp"

namespace warpshop::evaluate {
namespace {

/// One lane as time passes.
struct Server {
  double event = kNever;  ///< when the stage, or the latency before its payload, ends at the present rate
  double payload = 0;     ///< yet to come after the latency
  double rate = 1;
  std::uint32_t slot = 0;
  bool moving = false;  ///< moves payload
};

/// Records nothing: what makespans are computed with.
struct NoRecorder {
  void start(Stage, std::uint32_t, double) {}
  void end(Stage, std::uint32_t, double) {}
};

/// Keeps when each task has ended.
class CompletionRecorder {
 public:
  explicit CompletionRecorder(std::size_t slots) : ends_(slots) {}
  void start(Stage, std::uint32_t, double) {}
  void end(Stage, std::uint32_t slot, double time) { ends_[slot] = time; }

  double of(std::uint32_t slot) const { return ends_[slot]; }

 private:
  std::vector<double> ends_;
};

template <class Recorder>
class EventSimulation {
 public:
  EventSimulation(const Instance& instance, std::span<const std::uint32_t> order, Submission submission,
                  const Waits& waits, Recorder& recorder)
      : rates_(instance.rates), lanes_(instance, order, submission, waits), recorder_(recorder) {}

  Millis run() {
    lanes_.dispatch(now_, *this);
    while (!lanes_.done()) {
      if (advance()) {
        lanes_.dispatch(now_, *this);
      }
    }
    return Millis{last_end_};
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
  Server& server(Direction direction) { return servers_[2 * index(direction)]; }
  Memory memory(Direction direction) { return lanes_.job(server(direction).slot).memory[index(direction)]; }

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
      set_rate(h2d, rates_[index(Direction::h2d)][h2d_memory][d2h_memory]);
      set_rate(d2h, rates_[index(Direction::d2h)][d2h_memory][h2d_memory]);
    } else if (h2d.moving) {
      set_rate(h2d, 1);
    } else if (d2h.moving) {
      set_rate(d2h, 1);
    }
  }
  void set_rate(Server& server, double rate) {
    if (server.rate != rate) {
      server.event = now_ + (server.event - now_) * server.rate / rate;
      server.rate = rate;
    }
  }

  /// Goes to the next event; whether it leaves something to dispatch.
  bool advance() {
    now_ = std::min({servers_[0].event, servers_[1].event, servers_[2].event, lanes_.next_release()});
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

}  // namespace

Millis event_makespan(const Instance& instance, std::span<const std::uint32_t> order, Submission submission) {
  NoRecorder recorder;
  return EventSimulation<NoRecorder>(instance, order, submission, {}, recorder).run();
}

Millis event_makespan(const Instance& instance, const Plan& plan) {
  NoRecorder recorder;
  return EventSimulation<NoRecorder>(instance, plan.order, plan.submission, Waits(plan), recorder).run();
}

Millis event_cost(const Instance& instance, std::span<const std::uint32_t> order, const Waits& waits,
                  Objective objective) {
  if (objective == Objective::makespan) {
    NoRecorder recorder;
    return EventSimulation<NoRecorder>(instance, order, Submission::ordered, waits, recorder).run();
  }
  CompletionRecorder completions(order.size());
  EventSimulation<CompletionRecorder>(instance, order, Submission::ordered, waits, completions).run();
  Costs costs(instance, objective);
  for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
    costs.add(order[slot], Millis{completions.of(slot)});
  }
  return costs.total();
}

Timeline event_timeline(const Instance& instance, const Plan& plan) {
  IntervalRecorder recorder(plan.order.size());
  const Millis makespan =
      EventSimulation<IntervalRecorder>(instance, plan.order, plan.submission, Waits(plan), recorder).run();
  return recorder.timeline(instance, plan, makespan);
}

}  // namespace warpshop::evaluate
