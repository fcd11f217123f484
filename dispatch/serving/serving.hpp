#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dispatch/beside/request_log.hpp"
#include "dispatch/proxy/proxy.hpp"
#include "dispatch/proxy/proxy_task.hpp"
#include "dispatch/proxy/task_counts.hpp"
#include "dispatch/serving/served_task.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/device.hpp"
#include "sim/model/service.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// The stages of the first kMost tasks that were done, as they ran. Used by the thread of a proxy that calls all
/// callbacks.
class ServedTraceLog {
 public:
  static constexpr std::size_t kMost = 100'000;

  /// name: of the kind of task. Throws std::bad_alloc, and then does not show the task.
  void ended(const Outcome& outcome, const std::string& name) {
    if (outcome.kind != Outcome::Kind::done) {
      return;
    }
    if (trace_.task_names.size() >= kMost) {
      trace_.complete = false;
      return;
    }
    auto& intervals = trace_.timeline.intervals;
    const auto task = static_cast<std::uint32_t>(trace_.task_names.size());
    trace_.task_names.push_back(name + ' ' + std::to_string(static_cast<std::uint64_t>(outcome.id)));
    for (const Stage stage : kStages) {
      if (outcome.stages[index(stage)]) {
        const Millis end = outcome.ends[index(stage)];
        intervals.push_back({.task = task, .stage = stage, .start = end - outcome.measured[index(stage)], .end = end});
      }
    }
    trace_.timeline.makespan = std::max(trace_.timeline.makespan, outcome.ended);
  }
  /// After the last call of the other.
  ServiceTrace take() { return std::move(trace_); }

 private:
  ServiceTrace trace_;
};

/// What workers are to do.
struct ServeOrders {
  unsigned workers = 8;
  std::uint64_t tasks = 1000;  ///< of all workers together
  std::size_t depth = 8;       ///< tasks of one worker under way at most
  std::uint64_t seed = 1;      ///< of the draw of tasks, and of when they come
  /// Tasks a second, > 0, as a Poisson process, of which workers have a task in turn; none: each as soon as one of the
  /// worker's own is over. A task that finds `depth` under way waits, and its latency counts that.
  std::optional<double> rate;
};

/// What a worker found.
struct WorkerReport {
  std::uint64_t share = 0;         ///< tasks that it was to hand in
  std::vector<TaskCounts> counts;  ///< by kind of task
  std::uint64_t checked = 0;
  std::uint64_t wrong = 0;
  std::string complaint;  ///< the first task that failed, or why the worker left off; empty: nothing
};

/// Whoever serve() asks and tells meanwhile.
struct ServeListener {
  std::function<bool()> stopped = [] { return false; };  ///< whether to leave off, asked every few milliseconds
  std::function<void(std::uint64_t)> progress = [](std::uint64_t) {};  ///< how many tasks have ended
  RequestLog* requests = nullptr;  ///< told of every task, its kind as application; null: nobody is
  bool device_has_cores =
      false;  ///< the device runs on the cores of the processor: no time of a task is apart from them
};

/// What the workers found, in their order, and how long it took.
struct Served {
  std::vector<WorkerReport> reports;
  Millis duration{0};  ///< from when all were ready to the last one's end
  Millis stopping{0};  ///< from the order to stop until the proxy had; 0: none came
};

/// How long serving takes at least: what the busiest engine has to do of tasks drawn evenly, or until all have come.
Millis least_duration(const ServeOrders& orders, const Workload& realised, const Device& profile);

/// Runs each task once, alone: code is loaded, and the device awake. Throws DeviceError.
void warm_up(const gpu::Device& device, const Device& profile, const std::vector<ServedTask>& served);

/// Many threads hand in tasks drawn from `served`, each as often as it is repeated, and compare their results. Every
/// task is accounted for: it is done, failed or withdrawn in its worker's report, or was never taken. A worker that
/// gets no thread or no memory complains, the others go on. log: null, or what is told of every task that ends. Throws
/// std::bad_alloc: no memory to begin with.
Served serve(Proxy& proxy, const gpu::Device& device, const std::vector<ServedTask>& served, const ServeOrders& orders,
             const ServeListener& listener, ServedTraceLog* log);

/// Adds up what the workers found.
void add_up(const Served& outcome, const std::vector<ServedTask>& served, Service& service);

/// When tasks come: at once, or as a Poisson process, by the inverse of the exponential distribution.
class Arrivals {
 public:
  using Clock = std::chrono::steady_clock;

  /// per_second > 0 of all `workers` together, or none: at once. Every worker has a task in turn, this one from the
  /// task number `first` on.
  Arrivals(std::optional<double> per_second, std::uint64_t seed, unsigned first, unsigned workers)
      : per_second_(per_second), random_(seed), to_skip_(first), workers_(workers) {}

  /// When the next one is to come, from the start on. Requires a rate.
  std::chrono::duration<double> next();
  /// Waits for the next one, and tells when it was to come: now, without a rate. false: stopped.
  bool await_next(const std::atomic<bool>& stop, Clock::time_point& due);

 private:
  std::optional<double> per_second_;
  std::mt19937_64 random_;
  unsigned to_skip_;  ///< tasks of others, before the next of this worker
  unsigned workers_;
  Clock::time_point start_ = Clock::now();
  std::chrono::duration<double> after_start_{0};
};

/// Draws kinds of tasks at random, each as often as it is repeated: kind k with a probability of
/// repeats[k] / Σ repeats.
class TaskDraw {
 public:
  /// repeats: of one kind at least, each ≥ 1.
  TaskDraw(std::span<const std::uint32_t> repeats, std::uint64_t seed);

  /// A position in `repeats`.
  std::size_t next();

 private:
  std::vector<std::uint64_t> until_;  ///< of the kinds up to and including each, how many tasks there are
  std::mt19937_64 random_;
};

}  // namespace warpshop::dispatch
