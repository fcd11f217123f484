#include "sim/replay/device_replay.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace warpshop::replay {

namespace sg4 = simgrid::s4u;

template <class Serve>
void DeviceReplay::add_server(Server& server, const std::string& name, sg4::Host* host, const Serve& serve) {
  server.work_came = sg4::Semaphore::create(0);
  sg4::Actor::create(name, host, serve);
}

void DeviceReplay::begin() {
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    add_server(copies_[index(direction)], std::string(name(direction)), platform_.engine(direction),
               [this, direction] { serve_copies(direction); });
  }
  add_server(kernels_, std::string(name(Stage::kernel)), platform_.compute(), [this] { serve_kernels(); });
  engines_.dispatch(now(), *this);
  settle();
}

Timeline DeviceReplay::timeline() const {
  if (!engines_.done()) {
    throw std::runtime_error("simgrid: the replay came to a stop before every command had ended");
  }
  return recorder_.timeline(instance_, plan_, Millis{last_end_});
}

// What the engines tell. No other actor may run meanwhile.

void DeviceReplay::start(Stage stage, std::uint32_t slot) {
  recorder_.start(stage, slot, now());
  Server& server = stage == Stage::kernel ? kernels_ : copies_[stage == Stage::h2d ? 0 : 1];
  server.slot = slot;
  given_.push_back(&server);
}

void DeviceReplay::pass(Stage stage, std::uint32_t slot) {
  recorder_.start(stage, slot, now());
  ended(stage, slot);
}

double DeviceReplay::next_event() {
  double next = std::min(engines_.compute().next_event(), engines_.next_release());
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    if (const Server& server = copies_[index(direction)]; server.waiting_for != nullptr) {
      next = std::min(next, now() + time_.to_plan(platform_.time_left(direction, *server.waiting_for)).count());
    }
  }
  return next;
}

void DeviceReplay::settle() {
  engines_.settle(now(), next_event(), *this);
  engines_.take_beside([this](const evaluate::Readiness::Beside& kernel) {
    recorder_.start(Stage::kernel, kernel.slot, kernel.start);
    recorder_.end(Stage::kernel, kernel.slot, kernel.end);
    last_end_ = std::max(last_end_, kernel.end);
  });
  for (Server* const server : std::exchange(given_, {})) {
    wake(*server);
  }
  await_releases();
  if (engines_.done()) {
    wake(copies_[0]);
    wake(copies_[1]);
    wake(kernels_);
  }
}

void DeviceReplay::finish(Stage stage, std::uint32_t slot) {
  engines_.finish(stage, slot, ended(stage, slot));
}

double DeviceReplay::ended(Stage stage, std::uint32_t slot) {
  const double end = now();
  recorder_.end(stage, slot, end);
  last_end_ = std::max(last_end_, end);
  return end;
}

// The actors.

bool DeviceReplay::await_work(Server& server) {
  while (!engines_.done() && !server.slot) {
    server.idle = true;
    server.work_came->acquire();
  }
  return server.slot.has_value();
}

void DeviceReplay::wake(Server& server) {
  if (server.idle) {
    server.idle = false;
    server.work_came->release();
  }
}

void DeviceReplay::serve_copies(Direction direction) {
  Server& server = copies_[index(direction)];
  while (await_work(server)) {
    const std::uint32_t slot = *server.slot;
    const Copy& copy = engines_.job(slot).copy(direction);
    if (copy.latency > Millis{0}) {
      execute(server, copy.latency);
    }
    const bool moves = copy.payload > Millis{0};
    if (moves) {
      move_payload(direction, slot);
    }
    server.slot.reset();
    finish(direction == Direction::h2d ? Stage::h2d : Stage::d2h, slot);
    if (moves) {
      platform_.end_payload(direction);
    }
    settle();
  }
}

void DeviceReplay::move_payload(Direction direction, std::uint32_t slot) {
  const Job& job = engines_.job(slot);
  const evaluate::MovingPayload payload{
      .direction = direction,
      .memory = job.memory[index(direction)],
      .demand = port_ != nullptr ? port_->demand[engines_.task(slot)][index(direction)] : 1};
  const sg4::ActivityPtr activity = platform_.activity(payload, time_.to_simulated(job.copy(direction).payload));
  activity->start();
  copies_[index(direction)].waiting_for = activity;
  platform_.begin_payload(payload);
  settle();
  wait_for(copies_[index(direction)], activity);
}

void DeviceReplay::serve_kernels() {
  while (await_work(kernels_)) {
    const std::uint32_t slot = *kernels_.slot;
    execute(kernels_, engines_.compute().kernel_time());
    kernels_.slot.reset();
    finish(Stage::kernel, slot);
    settle();
  }
}

void DeviceReplay::await_releases() {
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

void DeviceReplay::release() {
  while (awaited_release_ < evaluate::kNever) {
    const double release = awaited_release_;
    const double wait = time_.to_simulated(Millis{release}) - sg4::Engine::get_clock();
    if (wait > 0 && !sooner_release_->acquire_timeout(wait)) {
      continue;  // a task that ended has let another go that is released sooner
    }
    awaited_release_ = evaluate::kNever;
    latest_ = std::max(now(), release);
    engines_.release_until(latest_);
    settle();
  }
  sooner_release_ = nullptr;
}

void DeviceReplay::execute(Server& server, Millis duration) {
  const sg4::ExecPtr exec = sg4::this_actor::exec_init(time_.to_simulated(duration));
  exec->start();
  wait_for(server, exec);
}

void DeviceReplay::wait_for(Server& server, const sg4::ActivityPtr& activity) {
  server.waiting_for = activity;
  activity->wait();
  server.waiting_for = nullptr;
}

}  // namespace warpshop::replay
