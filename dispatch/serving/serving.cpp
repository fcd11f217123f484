#include "dispatch/serving/serving.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <latch>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <semaphore>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "dispatch/proxy/proxy_entry.hpp"
#include "kernels/start_thread.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::dispatch {
namespace {

/// The tasks of one worker that are under way: each has a slot, with host memory for its results.
class Slots {
 public:
  struct Slot {
    ResultBuffers results;
    std::size_t kind = 0;       ///< position in the list of served tasks
    Millis late{0};             ///< how long the task had to be handed in when it was
    bool ran = false;           ///< something, that has not been looked at yet
    std::uint64_t request = 0;  ///< its number in a RequestLog
    Outcome outcome;
  };

  /// Throws DeviceError, std::bad_alloc: no memory.
  Slots(std::size_t count, const gpu::Device& device, const std::vector<ServedTask>& served) : slots_(count) {
    free_.reserve(count);
    for (Slot& slot : slots_) {
      slot.results = buffers_for_results(device, served);
      free_.push_back(&slot);
    }
  }

  /// Takes one whose task is over; waits until there is one.
  Slot& take() {
    std::unique_lock lock(mutex_);
    freed_.wait(lock, [&] { return !free_.empty(); });
    Slot& slot = *free_.back();
    free_.pop_back();
    return slot;
  }
  /// By the thread of the proxy that calls all callbacks.
  void end(Slot& slot, const Outcome& outcome) noexcept {
    const std::scoped_lock lock(mutex_);
    try {
      slot.outcome = outcome;
    } catch (const std::bad_alloc&) {  // for its error: there is nothing else to copy
      note_error(slot.outcome.error, kNoMemory);
    }
    free_.push_back(&slot);
    freed_.notify_all();
  }
  /// Requires that no task is under way.
  std::vector<Slot>& all() { return slots_; }

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<Slot> slots_;
  std::vector<Slot*> free_;
};

void look_at(Slots::Slot& slot, const std::vector<ServedTask>& served, WorkerReport& report) {
  if (!std::exchange(slot.ran, false)) {
    return;
  }
  using Kind = Outcome::Kind;
  const ServedTask& task = served[slot.kind];
  if (slot.outcome.kind == Kind::failed && report.complaint.empty()) {
    note_error(report.complaint, slot.outcome.error);
  }
  if (slot.outcome.kind == Kind::done && task.shows_results()) {
    ++report.checked;
    report.wrong += task.correct(slot.results) ? 0U : 1U;
  }
  report.counts[slot.kind].add(slot.outcome, slot.late);
}

/// What the threads of workers share.
struct Shared {
  Proxy& proxy;
  const gpu::Device& device;
  const std::vector<ServedTask>& served;
  const ServeOrders& orders;
  const ServeListener& listener;
  ServedTraceLog* log;
  std::latch ready;  ///< every worker that gets a thread, and whoever waits for them
  std::atomic<bool> stop = false;
  std::counting_semaphore<> ended{0};  ///< threads
};

/// Tells of a task that is over.
void tell(const ServeListener& listener, std::uint64_t request, const Outcome& outcome) noexcept {
  if (listener.requests == nullptr) {
    return;
  }
  if (outcome.kind != Outcome::Kind::done) {
    listener.requests->drop(request);
  } else {
    listener.requests->end(request, listener.device_has_cores ? Millis{0} : outcome.ended - outcome.started);
  }
}

void hand_in(Shared& shared, unsigned number, Slots& slots, WorkerReport& report) {
  Worker worker = shared.proxy.worker(fmt::format("worker {}", number + 1));  // gone before the slots are
  std::vector<std::uint32_t> repeats;
  std::ranges::transform(shared.served, std::back_inserter(repeats), &ServedTask::repeats);
  TaskDraw draw(repeats, shared.orders.seed + number);
  constexpr std::uint64_t kOther = 0x9e3779b97f4a7c15U;  // so that what comes and when it comes have nothing in common
  Arrivals arrivals(shared.orders.rate, shared.orders.seed ^ kOther, number, shared.orders.workers);
  Arrivals::Clock::time_point due;
  for (std::uint64_t task = 0; task < report.share && arrivals.await_next(shared.stop, due); ++task) {
    Slots::Slot& slot = slots.take();
    look_at(slot, shared.served, report);
    if (shared.stop) {
      break;
    }
    slot.kind = draw.next();
    const ServedTask& kind = shared.served[slot.kind];
    ProxyTask once = kind.once(slot.results, [&shared, &slots, &slot](const Outcome& outcome) {
      if (shared.log != nullptr) {
        error_of([&] { shared.log->ended(outcome, shared.served[slot.kind].name()); });
      }
      tell(shared.listener, slot.request, outcome);
      slots.end(slot, outcome);
    });
    slot.late = shared.orders.rate ? Millis(Arrivals::Clock::now() - due) : Millis{0};
    if (RequestLog* requests = shared.listener.requests) {
      slot.request = requests->begin(static_cast<std::uint32_t>(slot.kind), slot.late);
    }
    try {
      worker.submit(std::move(once));
    } catch (...) {
      tell(shared.listener, slot.request, {.kind = Outcome::Kind::failed});
      throw;
    }
    slot.ran = true;
  }
  worker.drain();
}

/// A worker's thread: gets its memory, waits for the others, then hands in its tasks. Returns when all are over, when
/// it is told to stop, or when the proxy takes no more.
void work(Shared& shared, unsigned number, WorkerReport& report) {
  std::optional<Slots> slots;
  report.complaint = error_of([&] {
    report.counts.resize(shared.served.size());
    const std::size_t most = std::max<std::size_t>(1, std::min<std::uint64_t>(shared.orders.depth, report.share));
    slots.emplace(most, shared.device, shared.served);
  });
  shared.ready.arrive_and_wait();
  if (slots) {
    try {
      hand_in(shared, number, *slots, report);
    } catch (const Stopped&) {  // NOLINT(bugprone-empty-catch): told to
    } catch (...) {
      note_exception(report.complaint);
    }
    for (Slots::Slot& slot : slots->all()) {
      if (const std::string error = error_of([&] { look_at(slot, shared.served, report); }); !error.empty()) {
        note_error(report.complaint, error);
      }
    }
  }
  shared.ended.release();
}

void stop(Shared& shared, Served& outcome) {
  if (!shared.stop.exchange(true)) {
    const auto told = std::chrono::steady_clock::now();
    shared.proxy.stop();
    outcome.stopping = std::chrono::steady_clock::now() - told;
  }
}

/// Returns when that many workers have ended.
void look_after(Shared& shared, std::size_t workers, const ServeListener& listener, Served& outcome) {
  constexpr std::chrono::milliseconds kLook{20};
  while (workers > 0) {
    if (shared.ended.try_acquire_for(kLook)) {
      --workers;
      continue;
    }
    if (listener.stopped()) {
      stop(shared, outcome);
    }
    listener.progress(shared.proxy.ended());
  }
}

}  // namespace

Millis least_duration(const ServeOrders& orders, const Workload& realised, const Device& profile) {
  const Instance instance = resolve(each_repeated(realised, 1), profile);
  const auto repeats = static_cast<double>(realised.size());
  std::array<Millis, 3> mean{};
  for (std::size_t task = 0; task < instance.size(); ++task) {
    for (const Stage stage : kStages) {
      mean[index(stage)] += instance.jobs[task].alone(stage) * (realised.tasks[task].count / repeats);
    }
  }
  const auto tasks = static_cast<double>(orders.tasks);
  const Millis busiest = *std::max_element(mean.begin(), mean.end()) * tasks;
  return orders.rate ? std::max(busiest, Millis{std::chrono::duration<double>(tasks / *orders.rate)}) : busiest;
}

void warm_up(const gpu::Device& device, const Device& profile, const std::vector<ServedTask>& served) {
  const auto results = buffers_for_results(device, served);
  Proxy proxy(device, profile, [](const Instance& instance) {
    Plan plan{.order = Order(instance.size())};
    std::iota(plan.order.begin(), plan.order.end(), 0U);
    return plan;
  });
  Worker worker = proxy.worker("warm-up");
  for (const ServedTask& task : served) {
    worker.submit(task.once(results, {}));
    worker.drain();  // the next one's results go to the same slot
  }
}

Served serve(Proxy& proxy, const gpu::Device& device, const std::vector<ServedTask>& served, const ServeOrders& orders,
             const ServeListener& listener, ServedTraceLog* log) {
  Served outcome;
  outcome.reports.resize(orders.workers);
  for (unsigned i = 0; i < orders.workers; ++i) {
    outcome.reports[i].share = orders.tasks / orders.workers + (i < orders.tasks % orders.workers ? 1 : 0);
  }
  Shared shared{.proxy = proxy,
                .device = device,
                .served = served,
                .orders = orders,
                .listener = listener,
                .log = log,
                .ready = std::latch(orders.workers + 1)};
  std::vector<std::thread> threads;
  threads.reserve(orders.workers);
  for (unsigned number = 0; number < orders.workers; ++number) {
    WorkerReport& report = outcome.reports[number];
    std::string error = error_of([&] {
      threads.push_back(kernels::start_thread([&shared, number, &report] { work(shared, number, report); }));
    });
    if (!error.empty()) {
      report.complaint = std::move(error);
      shared.ready.count_down();
    }
  }
  shared.ready.arrive_and_wait();
  const auto begin = std::chrono::steady_clock::now();
  std::exception_ptr thrown;
  try {
    look_after(shared, threads.size(), listener, outcome);
  } catch (...) {
    thrown = std::current_exception();
    stop(shared, outcome);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  if (thrown) {
    std::rethrow_exception(thrown);
  }
  outcome.duration = std::chrono::steady_clock::now() - begin;
  return outcome;
}

void add_up(const Served& outcome, const std::vector<ServedTask>& served, Service& service) {
  std::vector<TaskCounts> kinds(served.size());
  TaskCounts all;
  for (std::size_t i = 0; i < outcome.reports.size(); ++i) {
    const WorkerReport& report = outcome.reports[i];
    TaskCounts of_worker;
    for (std::size_t kind = 0; kind < report.counts.size(); ++kind) {
      of_worker.add(report.counts[kind]);
      kinds[kind].add(report.counts[kind]);
    }
    all.add(of_worker);
    service.workers.push_back(of_worker.line(fmt::format("worker {}", i + 1), report.share - of_worker.ended()));
    service.checked += report.checked;
    service.wrong += report.wrong;
    if (!report.complaint.empty()) {
      service.complaints.push_back(fmt::format("worker {}: {}", i + 1, report.complaint));
    }
  }
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    service.tasks.push_back(kinds[kind].line(served[kind].name()));
  }
  service.all = all.line("all", service.asked - all.ended());
  service.duration = outcome.duration;
  service.stopping = outcome.stopping;
}

std::chrono::duration<double> Arrivals::next() {
  for (unsigned task = 0; task <= to_skip_; ++task) {
    const double uniform = std::ldexp(static_cast<double>(random_() >> 11U), -53);  // 0 ≤ … < 1
    after_start_ += std::chrono::duration<double>(-std::log1p(-uniform) / *per_second_);
  }
  to_skip_ = workers_ - 1;
  return after_start_;
}

bool Arrivals::await_next(const std::atomic<bool>& stop, Clock::time_point& due) {
  if (!per_second_) {
    due = Clock::now();
    return !stop;
  }
  due = start_ + std::chrono::duration_cast<Clock::duration>(next());
  constexpr std::chrono::milliseconds kLook{20};  // how often is looked whether to stop
  for (auto now = Clock::now(); now < due && !stop; now = Clock::now()) {
    std::this_thread::sleep_until(std::min(due, now + kLook));
  }
  return !stop;
}

TaskDraw::TaskDraw(std::span<const std::uint32_t> repeats, std::uint64_t seed)
    : until_(repeats.begin(), repeats.end()), random_(seed) {
  std::partial_sum(until_.begin(), until_.end(), until_.begin());
}

std::size_t TaskDraw::next() {
  const std::uint64_t task = random_() % until_.back();
  return static_cast<std::size_t>(std::upper_bound(until_.begin(), until_.end(), task) - until_.begin());
}

}  // namespace warpshop::dispatch
