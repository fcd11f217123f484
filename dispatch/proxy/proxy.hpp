#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "dispatch/drift/observed_stage.hpp"
#include "dispatch/proxy/proxy_task.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/proxy_statistics.hpp"

namespace warpshop::dispatch {

/// The proxy takes no more tasks: stop() or finish() was called.
class Stopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Orders a batch: answers a plan whose order is a permutation of the instance's jobs; nothing else of it is used.
/// Called by one thread of the proxy. If it throws, the tasks of that batch fail.
using Planner = std::function<Plan(const Instance&)>;

struct ProxyOptions {
  std::size_t batch = 16;  ///< most tasks that are ordered together, ≥ 1
  std::size_t ahead = 4;  ///< the next batch is taken once no more tasks than this are on their way: they hide planning
  std::size_t buffer = 64;  ///< most tasks of one worker that wait, ≥ 1
  double memory = 0.8;      ///< part of the device's memory that tasks may take, 0 < memory ≤ 1
  /// Called with the stages of every task that is done, counted from the start of the proxy, by the thread that calls
  /// the callbacks; what it throws is ignored.
  std::function<void(std::span<const ObservedStage>)> observe = {};
};

struct ProxyCore;
struct WorkerRecord;

/// A thread's way in: hands in tasks and has a buffer of its own, so that a worker that floods the proxy holds up only
/// itself. Move-only. May outlive the proxy; used by one thread at a time.
class Worker {
 public:
  Worker(Worker&&) noexcept = default;
  Worker& operator=(Worker&& other) noexcept {
    std::swap(core_, other.core_);
    std::swap(record_, other.record_);
    return *this;
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  /// Withdraws its tasks that wait and waits for those on their way, as their host memory may go next; drain() first
  /// to have all of them done. What a callback threw is lost. In a callback it withdraws alone.
  ~Worker();

  /// Waits while the buffer is full. Throws Stopped; DeviceError if the device is lost; std::invalid_argument: no
  /// stage, an empty copy, a negative size or prediction, an id in `after` that no task has; InputError: a kernel that
  /// the profile does not know.
  TaskId submit(ProxyTask task);
  /// The same without waiting: takes the task, or leaves it as it is and answers nothing if the buffer is full.
  std::optional<TaskId> try_submit(ProxyTask& task);
  /// Waits until the callbacks of all its tasks have returned, then throws what the first of them to throw has thrown.
  void drain();

 private:
  friend class Proxy;
  Worker(std::shared_ptr<ProxyCore> core, std::shared_ptr<WorkerRecord> record)
      : core_(std::move(core)), record_(std::move(record)) {}

  std::shared_ptr<ProxyCore> core_;
  std::shared_ptr<WorkerRecord> record_;
};

/// Takes tasks from many threads, orders what is there and runs it on one GPU (S5 3.6.2). Batches follow each other on
/// the engines without a pause: the next one is planned while the last one runs.
///
/// A batch is chosen by priority, strictly; among workers of equal priority whoever was given least GPU time goes first
/// (start-time fair queueing: who comes back from a pause starts level with the others); a worker's own tasks go first
/// come, first served. A task that is not alone too large for the device's memory waits until there is room, and nobody
/// overtakes it meanwhile; one that is fails.
///
/// Copies of pinned memory are submitted by one thread and wait for nobody. A pageable copy holds the thread that
/// submits it: while there are some on their way, every engine's commands are submitted by a thread of its own, so that
/// the other engines go on.
///
/// A device that is lost fails every task, then submit() throws DeviceError. All members may be called by any thread.
class Proxy {
 public:
  /// profile: what durations are predicted by. Throws std::invalid_argument for options out of range, DeviceError.
  Proxy(const gpu::Device& device, Device profile, Planner plan, ProxyOptions options = {});
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;
  /// stop().
  ~Proxy();

  /// name: for statistics. Throws Stopped, DeviceError.
  Worker worker(std::string name);

  /// No new tasks; returns when all there are have ended.
  void finish();
  /// No new tasks; withdraws those that wait, returns when those on their way have ended. Does nothing the second time.
  void stop();

  /// Batches planned from now on are predicted by this profile.
  void use(Device profile);

  ProxyStatistics statistics() const;
  /// Tasks that have ended, one way or another.
  std::uint64_t ended() const;

 private:
  std::shared_ptr<ProxyCore> core_;
};

}  // namespace warpshop::dispatch
