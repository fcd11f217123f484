#include "sim/replay/device_replay.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include <simgrid/Exception.hpp>

namespace warpshop::replay {

namespace sg4 = simgrid::s4u;

template <class Compute>
template <class Serve>
void DeviceReplay<Compute>::add_server(Server& server, const std::string& name, sg4::Host* host, const Serve& serve) {
  server.work_came = sg4::Semaphore::create(0);
  sg4::Actor::create(name, host, serve);
}

template <class Compute>
void DeviceReplay<Compute>::begin() {
  for (std::size_t partition = 0; partition < copies_.size(); ++partition) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      add_server(copies_[partition][index(direction)], std::string(name(direction)),
                 platform_.engine(partition, direction),
                 [this, partition, direction] { serve_copies(partition, direction); });
    }
  }
  add_server(kernels_, std::string(name(Stage::kernel)), platform_.compute(), [this] {
    if constexpr (kShares) {
      serve_shared();
    } else {
      serve_kernels();
    }
  });
  engines_.dispatch(now(), *this);
  settle();
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

// What the engines tell. No other actor may run meanwhile.

template <class Compute>
void DeviceReplay<Compute>::start(Stage stage, std::uint32_t slot) {
  recorder_.start(stage, slot, now());
  if (stage == Stage::kernel && kShares) {
    return;  // restart_shared() follows
  }
  Server& server = stage == Stage::kernel ? kernels_ : copies_[engines_.partition(slot)][stage == Stage::h2d ? 0 : 1];
  server.slot = slot;
  given_.push_back(&server);
}

template <class Compute>
void DeviceReplay<Compute>::pass(Stage stage, std::uint32_t slot) {
  recorder_.start(stage, slot, now());
  ended(stage, slot);
}

template <class Compute>
double DeviceReplay<Compute>::next_event() {
  double next = std::min(engines_.compute().next_event(), engines_.next_release());
  for (std::size_t partition = 0; partition < copies_.size(); ++partition) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const Server& server = copies_[partition][index(direction)];
      if (server.waiting_for != nullptr) {
        const double left = platform_.time_left(partition, direction, *server.waiting_for);
        next = std::min(next, now() + time_.to_plan(left).count());
      }
    }
  }
  return next;
}

template <class Compute>
void DeviceReplay<Compute>::settle() {
  const auto decide = [this] { return engines_.settle(now(), next_event(), *this); };
  decide();
  do {
    engines_.take_beside([this](const evaluate::Readiness::Beside& kernel) {
      recorder_.start(Stage::kernel, kernel.slot, kernel.start);
      recorder_.end(Stage::kernel, kernel.slot, kernel.end);
      last_end_ = std::max(last_end_, kernel.end);
    });
    for (Server* const server : std::exchange(given_, {})) {
      wake(*server);
    }
    interfere();
  } while (decide());  // what kernels do next may have been all that the instant waited for
  await_releases();
  if (engines_.done()) {
    for (auto& partition : copies_) {
      wake(partition[0]);
      wake(partition[1]);
    }
    wake(kernels_);
  }
  restart_shared();
}

template <class Compute>
void DeviceReplay<Compute>::finish(Stage stage, std::uint32_t slot) {
  engines_.finish(stage, slot, ended(stage, slot));
}

template <class Compute>
double DeviceReplay<Compute>::ended(Stage stage, std::uint32_t slot) {
  const double end = now();
  recorder_.end(stage, slot, end);
  last_end_ = std::max(last_end_, end);
  return end;
}

// The actors.

template <class Compute>
bool DeviceReplay<Compute>::await_work(Server& server) {
  while (!engines_.done() && !server.slot) {
    server.idle = true;
    server.work_came->acquire();
  }
  return server.slot.has_value();
}

template <class Compute>
void DeviceReplay<Compute>::wake(Server& server) {
  if (server.idle) {
    server.idle = false;
    server.work_came->release();
  }
}

template <class Compute>
void DeviceReplay<Compute>::serve_copies(std::size_t partition, Direction direction) {
  Server& server = copies_[partition][index(direction)];
  while (await_work(server)) {
    const std::uint32_t slot = *server.slot;
    const Copy& copy = engines_.job(slot).copy(direction);
    if (copy.latency > Millis{0}) {
      execute(server, copy.latency);
    }
    const bool moves = copy.payload > Millis{0};
    if (moves) {
      move_payload(partition, direction, slot);
    }
    server.slot.reset();
    finish(direction == Direction::h2d ? Stage::h2d : Stage::d2h, slot);
    if (moves) {
      --moves_[index(direction)];
      platform_.end_payload(partition, direction);
    }
    settle();
  }
}

template <class Compute>
void DeviceReplay<Compute>::move_payload(std::size_t partition, Direction direction, std::uint32_t slot) {
  const std::uint32_t task = engines_.task(slot);
  const Job& job = engines_.job(slot);
  const evaluate::MovingPayload payload{
      .direction = direction,
      .memory = job.memory[index(direction)],
      .demand = seat_ != nullptr ? seat_->demand[task][index(direction)] : instance_.link_demand(task, direction)};
  const sg4::ActivityPtr activity =
      platform_.activity(partition, payload, time_.to_simulated(job.copy(direction).payload));
  activity->start();
  copies_[partition][index(direction)].waiting_for = activity;
  ++moves_[index(direction)];
  platform_.begin_payload(partition, payload);
  settle();
  wait_for(copies_[partition][index(direction)], activity);
}

template <class Compute>
void DeviceReplay<Compute>::serve_kernels() {
  if constexpr (!kShares) {
    while (await_work(kernels_)) {
      const std::uint32_t slot = *kernels_.slot;
      execute(kernels_, engines_.compute().kernel_time());
      kernels_.slot.reset();
      finish(Stage::kernel, slot);
      settle();
    }
  }
}

template <class Compute>
void DeviceReplay<Compute>::serve_shared() {
  if constexpr (kShares) {
    while (!engines_.done()) {
      const double next = engines_.compute().next_event();
      if (next == kNever) {
        kernels_.idle = true;
        kernels_.work_came->acquire();
        continue;
      }
      const std::uint64_t stops = kernels_.stops;
      version_ = engines_.compute().version();
      if (next > now()) {
        execute(kernels_, Millis{next - now()});
      }
      if (kernels_.stops != stops) {
        continue;
      }
      latest_ = std::max(now(), next);
      if (engines_.compute().advance(latest_)) {
        engines_.happened(latest_);
      }
      while (const std::optional<std::uint32_t> slot = engines_.compute().ending(latest_)) {
        finish(Stage::kernel, *slot);
      }
      settle();
    }
  }
}

template <class Compute>
void DeviceReplay<Compute>::restart_shared() {
  if constexpr (kShares) {
    if (version_ != engines_.compute().version()) {
      version_ = engines_.compute().version();
      ++kernels_.stops;
      // cancel() lets other actors run, and that of this engine may let go of the activity, which has ended by itself
      // just now.
      if (const sg4::ActivityPtr stopped = kernels_.waiting_for) {
        stopped->cancel();
      }
      wake(kernels_);
    }
  }
}

template <class Compute>
void DeviceReplay<Compute>::interfere() {
  if constexpr (kShares) {
    const Interference interference = instance_.chip->interference.value_or(Interference{});
    if (engines_.compute().set_beside(evaluate::beside_copies(interference, {moves_[0] > 0, moves_[1] > 0}), now())) {
      engines_.happened(now());
    }
    platform_.set_beside_kernels(engines_.compute().memory_bound_works());
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
    sg4::Actor::create("release", platform_.compute(), [this] { release(); });
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
    latest_ = std::max(now(), release);
    engines_.release_until(latest_);
    settle();
  }
  sooner_release_ = nullptr;
}

template <class Compute>
void DeviceReplay<Compute>::execute(Server& server, Millis duration) {
  const std::uint64_t stops = server.stops;  // every call into SimGrid lets other actors run, which may stop this
  const sg4::ExecPtr exec = sg4::this_actor::exec_init(time_.to_simulated(duration));
  exec->start();
  if (server.stops == stops) {
    wait_for(server, exec);
  } else {
    exec->cancel();
  }
}

template <class Compute>
void DeviceReplay<Compute>::wait_for(Server& server, const sg4::ActivityPtr& activity) {
  server.waiting_for = activity;
  try {
    activity->wait();
  } catch (const simgrid::Exception&) {
    // restart_shared() has said so already
  }
  server.waiting_for = nullptr;
}

template class DeviceReplay<evaluate::Exclusive>;
template class DeviceReplay<evaluate::Shared>;
template class DeviceReplay<evaluate::Waves>;

}  // namespace warpshop::replay
