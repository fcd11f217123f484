#include "sim/replay/shared_server.hpp"

#include <algorithm>

#include <simgrid/Exception.hpp>

namespace warpshop::replay {

namespace sg4 = simgrid::s4u;

namespace {

/// Of a core, so that an alarm never ends by itself.
constexpr double kSlowest = 1e-12;

}  // namespace

void SharedServer::start(double now) {
  version_ = compute_.version();
  work_ = compute_.work();
  synced_ = now;
  double fastest = 0;
  for (const auto& [rounds, speed] : work_) {
    fastest = std::max(fastest, speed);
  }
  const std::vector<evaluate::Shared::Work> work = work_;  // others may run as executions start
  for (const auto& [rounds, speed] : work) {
    const sg4::ExecPtr execution = sg4::this_actor::exec_init(time_.to_simulated(Millis{rounds / fastest}));
    execution->set_host(host_)->set_bound(speed / fastest)->start();
    executions_.push_back(execution);
  }
  alarm_ = sg4::this_actor::exec_init(SimulatedTime::longest());
  alarm_->set_host(host_)->set_bound(kSlowest)->start();
}

void SharedServer::stop() {
  for (const sg4::ExecPtr& execution : executions_) {
    execution->cancel();
  }
  executions_.clear();
  alarm_->cancel();
  alarm_ = nullptr;
}

void SharedServer::sync(double now) {
  if (alarm_ == nullptr || version_ != compute_.version()) {
    return;  // nothing runs, or only what was before a change at this very instant
  }
  std::vector<double> left;
  for (evaluate::Shared::Work& each : work_) {
    each.rounds = std::max(0.0, each.rounds - each.speed * (now - synced_));
    left.push_back(each.rounds);
  }
  synced_ = now;
  compute_.came_to(left, now);
}

std::optional<double> SharedServer::wait(double now) {
  start(now);
  std::vector<sg4::ExecPtr> any = executions_;
  any.push_back(alarm_);
  const double timer = compute_.next_timer();
  const bool timed = timer < evaluate::kNever;
  try {
    const double timeout = timed ? std::max(0.0, time_.to_simulated(Millis{timer - now})) : -1;
    const bool ran_out = sg4::Exec::wait_any_for(any, timeout) < 0;
    return ran_out && timed ? std::optional(timer) : std::nullopt;
  } catch (const simgrid::Exception&) {
    return std::nullopt;  // the alarm
  }
}

void SharedServer::wake(bool in_any_case) {
  if (alarm_ != nullptr && (in_any_case || version_ != compute_.version())) {
    alarm_->cancel();
  }
}

}  // namespace warpshop::replay
