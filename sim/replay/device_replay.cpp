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
      lanes_(instance, plan.order, plan.submission, evaluate::Waits(plan)),
      recorder_(plan.order.size()),
      time_(time),
      seat_(seat) {
  platform_.begin();
}

void DeviceReplay::begin() {
  for (const Stage lane : kStages) {
    servers_[index(lane)].work_came = sg4::Semaphore::create(0);
    sg4::Actor::create(std::string(name(lane)), platform_.host(lane), [this, lane] { serve(lane); });
  }
  lanes_.dispatch(now(), *this);
  await_releases();
}

Timeline DeviceReplay::timeline() const {
  if (!lanes_.done()) {
    throw std::runtime_error("simgrid: the replay came to a stop before every command had ended");
  }
  return recorder_.timeline(instance_, plan_, Millis{last_end_});
}

void DeviceReplay::start(Stage lane, std::uint32_t slot) {
  recorder_.start(lane, slot, now());
  servers_[index(lane)].slot = slot;
  wake(servers_[index(lane)]);
}

void DeviceReplay::stop(Stage lane, std::uint32_t /*slot*/) {
  Server& server = servers_[index(lane)];
  server.slot.reset();
  ++server.stops;
  // cancel() lets other actors run, and that of this lane may let go of the activity, which has ended by itself just
  // now.
  const sg4::ActivityPtr stopped = server.waiting_for;
  if (stopped != nullptr) {
    stopped->cancel();
  }
}

void DeviceReplay::pass(Stage lane, std::uint32_t slot) {
  last_end_ = now();
  recorder_.start(lane, slot, last_end_);
  recorder_.end(lane, slot, last_end_);
}

void DeviceReplay::serve(Stage lane) {
  Server& server = servers_[index(lane)];
  while (!lanes_.done()) {
    if (!server.slot) {
      server.idle = true;
      server.work_came->acquire();
      continue;
    }
    const std::uint32_t slot = *server.slot;
    const std::uint64_t stops = server.stops;
    work(lane, slot);
    if (server.stops != stops) {
      continue;
    }
    server.slot.reset();
    last_end_ = now();
    recorder_.end(lane, slot, last_end_);
    lanes_.finish(lane, last_end_);
    dispatch();
  }
}

void DeviceReplay::await_releases() {
  if (!releasing_ && lanes_.next_release() < kNever) {
    releasing_ = true;
    sg4::Actor::create("release", platform_.host(Stage::kernel), [this] { release(); });
  }
}

void DeviceReplay::release() {
  while (lanes_.next_release() < kNever) {
    const double release = lanes_.next_release();
    sg4::this_actor::sleep_until(time_.to_simulated(Millis{release}));
    lanes_.release_until(std::max(now(), release));
    dispatch();
  }
  releasing_ = false;
}

void DeviceReplay::dispatch() {
  sg4::this_actor::yield();  // whatever else ends at this instant is told to the lanes first
  lanes_.dispatch(now(), *this);
  await_releases();
  if (lanes_.done()) {
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

void DeviceReplay::work(Stage lane, std::uint32_t slot) {
  const std::uint64_t stops = servers_[index(lane)].stops;
  if (lane == Stage::kernel) {
    execute(lane, lanes_.kernel_time(), stops);
    return;
  }
  const Direction direction = lane == Stage::h2d ? Direction::h2d : Direction::d2h;
  const Copy& copy = lanes_.job(slot).copy(direction);
  execute(lane, copy.latency, stops);
  if (copy.payload > Millis{0} && servers_[index(lane)].stops == stops) {
    const Memory memory = lanes_.job(slot).memory[index(direction)];
    const double demand = seat_ != nullptr ? seat_->demand[lanes_.task(slot)][index(direction)] : 0;
    const sg4::ActivityPtr payload = platform_.payload(direction, time_.to_simulated(copy.payload), demand);
    payload->start();
    platform_.begin_payload(direction, memory, demand);
    wait_for(lane, payload, stops);
    platform_.end_payload(direction);
  }
}

void DeviceReplay::execute(Stage lane, Millis duration, std::uint64_t stops) {
  if (duration > Millis{0}) {
    const sg4::ExecPtr exec = sg4::this_actor::exec_init(time_.to_simulated(duration));
    exec->start();
    wait_for(lane, exec, stops);
  }
}

void DeviceReplay::wait_for(Stage lane, const sg4::ActivityPtr& activity, std::uint64_t stops) {
  Server& server = servers_[index(lane)];
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
