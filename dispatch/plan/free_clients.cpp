#include "dispatch/plan/free_clients.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "dispatch/submit/start_gate.hpp"
#include "kernels/start_thread.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::size_t kMostClients = 1024;

}  // namespace

FreeClients::FreeClients(const std::vector<ConcreteTask>& tasks, std::span<const std::uint32_t> order,
                         const Awaited& awaited, std::function<void(Stage stage, std::uint32_t task)> submit)
    : tasks_(tasks), order_(order), awaited_(awaited), submit_(std::move(submit)), submitted_(tasks.size()) {}

void FreeClients::run() {
  if (order_.size() > kMostClients) {
    throw std::runtime_error(
        fmt::format("free streams with pageable memory or release times take a thread a task: "
                    "{} tasks, expected at most {}",
                    order_.size(), kMostClients));
  }
  StartGate gate(order_.size());
  std::vector<std::thread> clients;
  clients.reserve(order_.size());
  try {
    for (const std::uint32_t task : order_) {
      clients.push_back(kernels::start_thread([this, &gate, task] {
        if (gate.arrive_and_wait()) {
          serve(task);
        }
      }));
    }
  } catch (...) {
    gate.call_off();
    failure_ = std::current_exception();  // nobody else is at work
  }
  for (std::thread& client : clients) {
    client.join();
  }
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

void FreeClients::serve(std::uint32_t task) {
  if (!await_submission(task)) {
    return;
  }
  try {
    for (const Stage stage : kStages) {
      if (tasks_[task].has(stage)) {
        submit_(stage, task);
      }
    }
  } catch (...) {
    fail(std::current_exception());
    return;
  }
  const std::scoped_lock lock(mutex_);
  submitted_[task] = true;
  changed_.notify_all();
}

/// Whether all that the task comes after has been submitted; not where another thread failed.
bool FreeClients::await_submission(std::uint32_t task) {
  if (awaited_.empty()) {
    return true;
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return failure_ != nullptr ||
           std::ranges::all_of(awaited_[task], [this](std::uint32_t before) { return submitted_[before]; });
  });
  return failure_ == nullptr;
}

void FreeClients::fail(std::exception_ptr failure) {
  const std::scoped_lock lock(mutex_);
  if (!failure_) {
    failure_ = std::move(failure);
  }
  changed_.notify_all();
}

}  // namespace warpshop::dispatch
