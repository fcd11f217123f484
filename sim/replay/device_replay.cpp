#include "sim/replay/device_replay.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include <simgrid/Exception.hpp>

namespace warpshop::replay {

namespace sg4 = simgrid::s4u;

template <class Compute>
void DeviceReplay<Compute>::begin() {
  for (const Stage stage : kStages) {
    servers_[index(stage)].work_came = sg4::Semaphore::create(0);
    sg4::Actor::create(std::string(name(stage)), platform_.host(stage), [this, stage] {
      if (kShares && stage == Stage::kernel) {
        serve_shared();
      } else {
        serve(stage);
      }
    });
  }
  dispatch_engines();
  interfere();
  await_releases();
}

template <class Compute>
Timeline DeviceReplay<Compute>::timeline() const {
  if (!engines_.done()) {
    throw std::runtime_error("simgrid: the replay came to a stop before every command had ended");
  }
  return recorder_.timeline(instance_, plan_, Millis{last_end_});
}

template <class Compute>
std::vector<Residency> DeviceReplay<Compute>::take_residencies() {
  if constexpr (kShares) {
    return engines_.compute().take_residencies();
  } else {
    return {};
  }
}

template <class Compute>
void DeviceReplay<Compute>::start(Stage stage, std::uint32_t slot) {
  recorder_.start(stage, slot, now());
  if (kShares && stage == Stage::kernel) {
    return;  // wake() follows
  }
  servers_[index(stage)].slot = slot;
  wake(servers_[index(stage)]);
}

template <class Compute>
void DeviceReplay<Compute>::stop(Stage stage, std::uint32_t /*slot*/) {
  Server& server = servers_[index(stage)];
  server.slot.reset();
  ++server.stops;
  // cancel() lets other actors run, and that of this engine may let go of the activity, which has ended by itself just
  // now.
  const sg4::ActivityPtr stopped = server.waiting_for;
  if (stopped != nullptr) {
    stopped->cancel();
  }
}

template <class Compute>
void DeviceReplay<Compute>::pass(Stage stage, std::uint32_t slot) {
  recorder_.start(stage, slot, now());
  ended(stage, slot);
}

template <class Compute>
void DeviceReplay<Compute>::serve(Stage stage) {
  Server& server = servers_[index(stage)];
  while (!engines_.done()) {
    if (!server.slot) {
      server.idle = true;
      server.work_came->acquire();
      continue;
    }
    const std::uint32_t slot = *server.slot;
    const std::uint64_t stops = server.stops;
    work(stage, slot);
    if (server.stops != stops) {
      continue;
    }
    server.slot.reset();
    engines_.finish(stage, slot, ended(stage, slot));
    dispatch();
  }
}

template <class Compute>
void DeviceReplay<Compute>::await_releases() {
  if (engines_.next_release() >= awaited_release_) {
    return;
  }
  awaited_release_ = engines_.next_release();
  if (sooner_release_ == nullptr) {
    sooner_release_ = sg4::Semaphore::create(0);
    sg4::Actor::create("release", platform_.host(Stage::kernel), [this] { release(); });
  } else {
    sooner_release_->release();
  }
}

template <class Compute>
void DeviceReplay<Compute>::release() {
  while (awaited_release_ < kNever) {
    const double release = awaited_release_;
    const double wait = time_.to_simulated(Millis{release}) - sg4::Engine::get_clock();
    if (wait > 0 && !sooner_release_->acquire_timeout(wait)) {
      continue;  // a task that ended has let another go that is released sooner
    }
    awaited_release_ = kNever;
    engines_.release_until(std::max(now(), release));
    dispatch();
  }
  sooner_release_ = nullptr;
}

template <class Compute>
void DeviceReplay<Compute>::dispatch() {
  sg4::this_actor::yield();  // whatever else ends at this instant is told to the engines first
  dispatch_engines();
  interfere();
  await_releases();
  if (engines_.done()) {
    for (Server& server : servers_) {
      wake(server);
    }
  }
  restart_shared();
}

template <class Compute>
void DeviceReplay<Compute>::dispatch_engines() {
  engines_.dispatch(now(), *this);
  engines_.take_beside([this](const evaluate::Readiness::Beside& kernel) {
    recorder_.start(Stage::kernel, kernel.slot, kernel.start);
    recorder_.end(Stage::kernel, kernel.slot, kernel.end);
    last_end_ = std::max(last_end_, kernel.end);
  });
}

template <class Compute>
double DeviceReplay<Compute>::ended(Stage stage, std::uint32_t slot) {
  const double end = now();
  recorder_.end(stage, slot, end);
  last_end_ = std::max(last_end_, end);
  return end;
}

template <class Compute>
void DeviceReplay<Compute>::serve_shared() {
  if constexpr (kShares) {
    Server& server = servers_[index(Stage::kernel)];
    while (!engines_.done()) {
      const double next = engines_.compute().next_event();
      if (next == kNever) {
        server.idle = true;
        server.work_came->acquire();
        continue;
      }
      const std::uint64_t stops = server.stops;
      version_ = engines_.compute().version();
      execute(Stage::kernel, Millis{next - now()}, stops);
      if (server.stops != stops) {
        continue;
      }
      latest_ = std::max(now(), next);
      engines_.compute().advance(latest_);
      end_kernels();
      dispatch();
    }
  }
}

template <class Compute>
void DeviceReplay<Compute>::restart_shared() {
  if constexpr (kShares) {
    Server& server = servers_[index(Stage::kernel)];
    if (version_ != engines_.compute().version()) {
      version_ = engines_.compute().version();
      stop(Stage::kernel, 0);
      wake(server);
    }
  }
}

template <class Compute>
void DeviceReplay<Compute>::end_kernels() {
  if constexpr (kShares) {
    while (const std::optional<std::uint32_t> slot = engines_.compute().ending(now())) {
      engines_.finish(Stage::kernel, *slot, ended(Stage::kernel, *slot));
    }
  }
}

template <class Compute>
void DeviceReplay<Compute>::interfere() {
  if constexpr (kShares) {
    const Interference beside = instance_.chip->interference.value_or(Interference{});
    engines_.compute().set_beside(
        {.memory_bound = (moves_[0] ? beside.kernel_beside_h2d : 1) * (moves_[1] ? beside.kernel_beside_d2h : 1)},
        now());
    platform_.set_beside_kernels(engines_.compute().memory_bound_works());
  }
}

template <class Compute>
void DeviceReplay<Compute>::wake(Server& server) {
  if (server.idle) {
    server.idle = false;
    server.work_came->release();
  }
}

template <class Compute>
void DeviceReplay<Compute>::work(Stage stage, std::uint32_t slot) {
  const std::uint64_t stops = servers_[index(stage)].stops;
  if (stage == Stage::kernel) {
    if constexpr (!kShares) {
      execute(stage, engines_.compute().kernel_time(), stops);
    }
    return;
  }
  const Direction direction = stage == Stage::h2d ? Direction::h2d : Direction::d2h;
  const Copy& copy = engines_.job(slot).copy(direction);
  execute(stage, copy.latency, stops);
  if (copy.payload > Millis{0} && servers_[index(stage)].stops == stops) {
    const Memory memory = engines_.job(slot).memory[index(direction)];
    const double demand = seat_ != nullptr ? seat_->demand[engines_.task(slot)][index(direction)] : 0;
    const sg4::ActivityPtr payload = platform_.payload(direction, time_.to_simulated(copy.payload), demand);
    payload->start();
    platform_.begin_payload(direction, memory, demand);
    move(direction, true);
    wait_for(stage, payload, stops);
    platform_.end_payload(direction);
    move(direction, false);
  }
}

template <class Compute>
void DeviceReplay<Compute>::move(Direction direction, bool moves) {
  moves_[index(direction)] = moves;
  interfere();
  restart_shared();
}

template <class Compute>
void DeviceReplay<Compute>::execute(Stage stage, Millis duration, std::uint64_t stops) {
  if (duration > Millis{0}) {
    const sg4::ExecPtr exec = sg4::this_actor::exec_init(time_.to_simulated(duration));
    exec->start();
    wait_for(stage, exec, stops);
  }
}

template <class Compute>
void DeviceReplay<Compute>::wait_for(Stage stage, const sg4::ActivityPtr& activity, std::uint64_t stops) {
  Server& server = servers_[index(stage)];
  if (server.stops != stops) {
    activity->cancel();
    return;
  }
  server.waiting_for = activity;
  try {
    activity->wait();
  } catch (const simgrid::Exception&) {
    // stop() has said so already; SimGrid has a cancelled communication fail
  }
  server.waiting_for = nullptr;
}

template class DeviceReplay<evaluate::Exclusive>;
template class DeviceReplay<evaluate::Shared>;

}  // namespace warpshop::replay
