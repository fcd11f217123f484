#include "sim/replay/device_replay.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include <simgrid/Exception.hpp>

namespace warpshop::replay {

namespace sg4 = simgrid::s4u;

DeviceReplay::DeviceReplay(Platform& platform, const Instance& instance, const Plan& plan, const SimulatedTime& time,
                           const BusSeat* seat)
    : platform_(platform),
      instance_(instance),
      plan_(plan),
      engines_(instance, plan.order, plan.submission, evaluate::Waits(plan)),
      recorder_(plan.order.size()),
      time_(time),
      seat_(seat) {
  platform_.begin();
}

void DeviceReplay::begin() {
  for (const Stage stage : kStages) {
    servers_[index(stage)].work_came = sg4::Semaphore::create(0);
    sg4::Actor::create(std::string(name(stage)), platform_.host(stage), [this, stage] { serve(stage); });
  }
  engines_.dispatch(now(), *this);
  await_releases();
}

Timeline DeviceReplay::timeline() const {
  if (!engines_.done()) {
    throw std::runtime_error("simgrid: the replay came to a stop before every command had ended");
  }
  return recorder_.timeline(instance_, plan_, Millis{last_end_});
}

void DeviceReplay::start(Stage stage, std::uint32_t slot) {
  recorder_.start(stage, slot, now());
  servers_[index(stage)].slot = slot;
  wake(servers_[index(stage)]);
}

void DeviceReplay::stop(Stage stage, std::uint32_t /*slot*/) {
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

void DeviceReplay::pass(Stage stage, std::uint32_t slot) {
  last_end_ = now();
  recorder_.start(stage, slot, last_end_);
  recorder_.end(stage, slot, last_end_);
}

void DeviceReplay::serve(Stage stage) {
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
    last_end_ = now();
    recorder_.end(stage, slot, last_end_);
    engines_.finish(stage, slot, last_end_);
    dispatch();
  }
}

void DeviceReplay::await_releases() {
  if (!releasing_ && engines_.next_release() < kNever) {
    releasing_ = true;
    sg4::Actor::create("release", platform_.host(Stage::kernel), [this] { release(); });
  }
}

void DeviceReplay::release() {
  while (engines_.next_release() < kNever) {
    const double release = engines_.next_release();
    sg4::this_actor::sleep_until(time_.to_simulated(Millis{release}));
    engines_.release_until(std::max(now(), release));
    dispatch();
  }
  releasing_ = false;
}

void DeviceReplay::dispatch() {
  sg4::this_actor::yield();  // whatever else ends at this instant is told to the engines first
  engines_.dispatch(now(), *this);
  await_releases();
  if (engines_.done()) {
    for (Server& server : servers_) {
      wake(server);
    }
  }
}

void DeviceReplay::wake(Server& server) {
  if (server.idle) {
    server.idle = false;
    server.work_came->release();
  }
}

void DeviceReplay::work(Stage stage, std::uint32_t slot) {
  const std::uint64_t stops = servers_[index(stage)].stops;
  if (stage == Stage::kernel) {
    execute(stage, engines_.compute().kernel_time(), stops);
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
    wait_for(stage, payload, stops);
    platform_.end_payload(direction);
  }
}

void DeviceReplay::execute(Stage stage, Millis duration, std::uint64_t stops) {
  if (duration > Millis{0}) {
    const sg4::ExecPtr exec = sg4::this_actor::exec_init(time_.to_simulated(duration));
    exec->start();
    wait_for(stage, exec, stops);
  }
}

void DeviceReplay::wait_for(Stage stage, const sg4::ActivityPtr& activity, std::uint64_t stops) {
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

}  // namespace warpshop::replay
