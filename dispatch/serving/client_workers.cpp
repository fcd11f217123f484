#include "dispatch/serving/client_workers.hpp"

#include <algorithm>

#include "kernels/start_thread.hpp"

namespace warpshop::dispatch {

ClientWorkers::ClientWorkers(HandedInRequests& requests, const ClientSet& clients, Millis horizon, std::uint64_t seed)
    : requests_(requests), working_(clients.all.size()) {
  workers_.reserve(clients.all.size());
  for (const Client& client : clients.all) {
    workers_.push_back(std::make_unique<Worker>(client, horizon, seed));
  }
  try {
    for (std::uint32_t client = 0; client < workers_.size(); ++client) {
      workers_[client]->thread = kernels::start_thread([this, client] { work(client); });
    }
  } catch (...) {
    requests_.give_up();
    stop();
    for (const auto& worker : workers_) {
      if (worker->thread.joinable()) {
        worker->thread.join();
      }
    }
    throw;
  }
}

ClientWorkers::~ClientWorkers() {
  requests_.give_up();  // where it is not over
  stop();
  for (const auto& worker : workers_) {
    worker->thread.join();
  }
}

void ClientWorkers::stop() {
  requests_.stop();
  for (const auto& worker : workers_) {
    const std::scoped_lock lock(worker->mutex);
    worker->stopped = true;
    worker->changed.notify_all();
  }
}

void ClientWorkers::work(std::uint32_t client) noexcept {
  std::exception_ptr problem;
  try {
    hand_in(client);
  } catch (...) {
    problem = std::current_exception();
  }
  const std::scoped_lock ended(mutex_);
  problem_ = problem_ ? problem_ : problem;
  if (--working_ == 0) {
    requests_.close();
  }
}

void ClientWorkers::check() {
  const std::scoped_lock lock(mutex_);
  if (problem_) {
    std::rethrow_exception(problem_);
  }
}

/// Until no more requests come: none before the horizon, and none that an answer could bring.
void ClientWorkers::hand_in(std::uint32_t client) {
  Worker& worker = *workers_[client];
  requests_.await_begin();
  std::unique_lock lock(worker.mutex);
  while (!worker.stopped && (worker.source.next() < kNoRequest || worker.under_way > 0)) {
    const Millis due{worker.source.next()};
    const Millis wait = due - requests_.now();
    if (wait > Millis{0}) {
      constexpr Millis kLongest{1000};  // what a clock can wait for
      worker.changed.wait_for(lock, std::min(wait, kLongest));
      continue;
    }
    worker.source.take();
    ++worker.under_way;
    lock.unlock();
    requests_.hand_in(client, due, [&worker](HandedInRequests::Answer /*answer*/, Millis now) {
      const std::scoped_lock told(worker.mutex);
      worker.source.answered(now.count());
      --worker.under_way;
      worker.changed.notify_all();
    });
    lock.lock();
  }
}

}  // namespace warpshop::dispatch
