#include "dispatch/proxy/proxy.hpp"

#include "dispatch/proxy/proxy_core.hpp"

namespace warpshop::dispatch {

Worker::~Worker() {
  if (core_) {
    core_->leave(*record_);
  }
}

TaskId Worker::submit(ProxyTask task) {
  return core_->submit(record_, std::move(task));
}

std::optional<TaskId> Worker::try_submit(ProxyTask& task) {
  return core_->try_submit(record_, task);
}

void Worker::drain() {
  core_->drain(*record_);
}

Proxy::Proxy(const gpu::Device& device, Device profile, Planner plan, ProxyOptions options)
    : core_(std::make_shared<ProxyCore>(device, std::move(profile), std::move(plan), std::move(options))) {}

Proxy::~Proxy() {
  stop();
}

Worker Proxy::worker(std::string name) {
  return {core_, core_->add_worker(std::move(name))};
}

void Proxy::finish() {
  core_->end(false);
}

void Proxy::stop() {
  core_->end(true);
}

void Proxy::use(Device profile) {
  core_->use(std::move(profile));
}

ProxyStatistics Proxy::statistics() const {
  return core_->statistics();
}

std::uint64_t Proxy::ended() const {
  return core_->tasks_ended();
}

}  // namespace warpshop::dispatch
