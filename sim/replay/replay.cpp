#include "sim/replay/replay.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <simgrid/Exception.hpp>
#include <simgrid/s4u.hpp>

#include "sim/evaluate/interval_recorder.hpp"
#include "sim/evaluate/lanes.hpp"
#include "sim/replay/platform.hpp"

namespace warpshop::replay {
namespace {

namespace sg4 = simgrid::s4u;

/// One replay: what its actors share. SimGrid runs one actor at a time, so nothing here needs a lock.
class Replay {
 public:
  Replay(const Instance& instance, const Plan& plan, evaluate::IntervalRecorder* recorder)
      : platform_(Platform::of(instance.rates)),
        lanes_(instance, plan.order, plan.submission, evaluate::Waits(plan)),
        recorder_(recorder),
        start_(sg4::Engine::get_clock()) {}

  Millis run() {
    for (const Stage lane : kStages) {
      servers_[index(lane)].work_came = sg4::Semaphore::create(0);
      sg4::Actor::create(std::string(name(lane)), platform_.host(lane), [this, lane] { serve(lane); });
    }
    lanes_.dispatch(now(), *this);
    await_releases();
    Platform::run();
    return Millis{last_end_};
  }

  // What Lanes::dispatch tells.
  void start(Stage lane, std::uint32_t slot) {
    if (recorder_ != nullptr) {
      recorder_->start(lane, slot, now());
    }
    servers_[index(lane)].slot = slot;
    wake(servers_[index(lane)]);
  }
  void stop(Stage lane, std::uint32_t /*slot*/) {
    Server& server = servers_[index(lane)];
    server.slot.reset();
    ++server.stops;
    if (server.waiting_for != nullptr) {
      server.waiting_for->cancel();
    }
  }
  void pass(Stage lane, std::uint32_t slot) {
    last_end_ = now();
    if (recorder_ != nullptr) {
      recorder_->start(lane, slot, last_end_);
      recorder_->end(lane, slot, last_end_);
    }
  }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  double now() const { return from_simulated(sg4::Engine::get_clock() - start_).count(); }

  /// An actor, and what its lane has been given to do.
  struct Server {
    sg4::SemaphorePtr work_came;
    bool idle = false;
    std::optional<std::uint32_t> slot;
    std::uint64_t stops = 0;   ///< how often something was taken back
    sg4::ExecPtr waiting_for;  ///< what the actor is blocked on
  };

  /// The actor of a lane: does what the lane is given until there is nothing left.
  void serve(Stage lane) {
    Server& server = servers_[index(lane)];
    while (!lanes_.done()) {
      if (!server.slot) {
        server.idle = true;
        server.work_came->acquire();
        continue;
      }
      const std::uint32_t slot = *server.slot;
      const std::uint64_t stops = server.stops;
      work(lane, lanes_.job(slot));
      if (server.stops != stops) {
        continue;
      }
      server.slot.reset();
      last_end_ = now();
      if (recorder_ != nullptr) {
        recorder_->end(lane, slot, last_end_);
      }
      lanes_.finish(lane, last_end_);
      dispatch();
    }
  }

  /// A round that begins may bring releases when those of the rounds before it are over.
  void await_releases() {
    if (!releasing_ && lanes_.next_release() < kNever) {
      releasing_ = true;
      sg4::Actor::create("release", platform_.host(Stage::kernel), [this] { release(); });
    }
  }

  /// The actor that lets tasks in as their release times come.
  void release() {
    while (lanes_.next_release() < kNever) {
      const double release = lanes_.next_release();
      sg4::this_actor::sleep_until(start_ + to_simulated(Millis{release}));
      lanes_.release_until(std::max(now(), release));
      dispatch();
    }
    releasing_ = false;
  }

  void dispatch() {
    lanes_.dispatch(now(), *this);
    await_releases();
    if (lanes_.done()) {
      for (Server& server : servers_) {
        wake(server);
      }
    }
  }

  static void wake(Server& server) {
    if (server.idle) {
      server.idle = false;
      server.work_came->release();
    }
  }

  /// Every call into SimGrid lets other actors run, and one of them may take the work back: the rest is skipped then.
  void work(Stage lane, const Job& job) {
    const std::uint64_t stops = servers_[index(lane)].stops;
    if (lane == Stage::kernel) {
      execute(lane, lanes_.kernel_time(), stops);
      return;
    }
    const Direction direction = lane == Stage::h2d ? Direction::h2d : Direction::d2h;
    const Copy& copy = job.copy(direction);
    execute(lane, copy.latency, stops);
    if (copy.payload > Millis{0} && servers_[index(lane)].stops == stops) {
      platform_.begin_payload(direction, job.memory[index(direction)]);
      execute(lane, copy.payload, stops);
      platform_.end_payload(direction);
    }
  }

  void execute(Stage lane, Millis duration, std::uint64_t stops) {
    if (duration <= Millis{0}) {
      return;
    }
    Server& server = servers_[index(lane)];
    const auto exec = sg4::this_actor::exec_init(to_simulated(duration));
    exec->start();
    if (server.stops != stops) {
      exec->cancel();
      return;
    }
    server.waiting_for = exec;
    try {
      exec->wait();
    } catch (const simgrid::CancelException&) {
      // stop() has said so already
    }
    server.waiting_for = nullptr;
  }

  Platform& platform_;
  evaluate::Lanes lanes_;
  evaluate::IntervalRecorder* recorder_;
  double start_;
  double last_end_ = 0;
  bool releasing_ = false;
  std::array<Server, 3> servers_;
};

}  // namespace

void prepare(const Rates& rates) {
  Platform::of(rates);
}

Millis makespan(const Instance& instance, const Plan& plan) {
  return Replay(instance, plan, nullptr).run();
}

Timeline simulate(const Instance& instance, const Plan& plan) {
  evaluate::IntervalRecorder recorder(plan.order.size());
  const Millis makespan = Replay(instance, plan, &recorder).run();
  return recorder.timeline(instance, plan, makespan);
}

}  // namespace warpshop::replay
