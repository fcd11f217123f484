#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>

#include "dispatch/proxy/fair_queue.hpp"
#include "dispatch/proxy/pools.hpp"
#include "dispatch/proxy/proxy.hpp"
#include "dispatch/proxy/proxy_entry.hpp"
#include "dispatch/proxy/task_counts.hpp"
#include "dispatch/submit/submission_threads.hpp"

namespace warpshop::dispatch {

/// Turns events into times since its start, by the device's clock. Elapsed times are exact to about 1e-7 of themselves
/// on a GPU, so it counts from an event of the last second.
class DeviceClock {
 public:
  /// Starts now; waits for the stream. range: how far it counts from one event. Throws DeviceError.
  DeviceClock(const gpu::Stream& stream, std::shared_ptr<CommandEvents> events, Millis range = Millis{1000})
      : range_(range), anchor_(std::move(events)) {
    stream.record(anchor_->end);
    anchor_->end.synchronize();
    start_ = Clock::now();
  }

  /// Throws DeviceError. Requires an event that has been reached.
  Millis at(const gpu::Event& event) const { return anchored_ + gpu::elapsed(anchor_->end, event); }
  Millis at(Clock::time_point time) const { return time - start_; }

  /// `now` is the time of the end of `events`, which it keeps if they are worth it.
  void follow(const std::shared_ptr<CommandEvents>& events, Millis now) {
    if (now > anchored_ + range_) {
      anchor_ = events;
      anchored_ = now;
    }
  }

 private:
  Millis range_;
  std::shared_ptr<CommandEvents> anchor_;
  Millis anchored_{0};
  Clock::time_point start_;
};

/// What a Proxy and its Workers share, and its three parts, each with its threads: workers hand in tasks (proxy.cpp);
/// the proxy thread takes a batch, plans and submits it, to one stream an engine, with events from stage to stage
/// (proxy_submission.cpp); one thread waits for what was submitted and calls callbacks (proxy_completion.cpp).
///
/// What becomes of a task that was accepted needs no memory: it has a node of a list, which goes from list to list, and
/// what does need memory fails the task where there is none.
struct ProxyCore {
  using Lock = std::unique_lock<std::mutex>;

  ProxyCore(const gpu::Device& device, Device first_profile, Planner planner, ProxyOptions chosen);
  ProxyCore(const ProxyCore&) = delete;
  ProxyCore& operator=(const ProxyCore&) = delete;
  ~ProxyCore() = default;  // after Proxy::finish()

  // Workers hand in tasks. Without the lock, but for accept() and check_open():
  void check_open() const;
  EntryList entry_of(const std::shared_ptr<WorkerRecord>& worker, const ProxyTask& task) const;
  TaskId accept(EntryList entry, ProxyTask& task);
  void end(bool withdraw);
  bool inside() const;
  void check_outside(const char* call) const;

  // The proxy thread, and those that submit.
  void plan_and_submit();
  EntryList next_batch();
  EntryList predicted(EntryList batch);
  EntryList in_order(EntryList batch);
  void prepare(ProxyEntry& entry);
  void submit(EntryList task);
  void submit_stage(ProxyEntry& entry, Stage stage);
  void watch(EntryList task);
  void drop(EntryList task, std::string_view error);
  bool alive() noexcept;

  // The completing thread.
  void complete();
  EntryList next_ended();
  std::optional<std::size_t> reached(std::span<const ProxyEntry* const> heads);
  void conclude(EntryList task);
  void measure(ProxyEntry& entry);

  // Any of them; while the lock is held, but for lose():
  void look_again() noexcept;
  void end_entry(ProxyEntry& entry, bool done) noexcept;
  void abandon(EntryList entries, Outcome::Kind kind, std::string_view error) noexcept;
  void lose(std::string_view error) noexcept;
  std::shared_ptr<const Device> present_profile() const;

  const ProxyOptions options;
  const Planner plan;
  DevicePool memory;
  EventPool events;

  mutable std::mutex mutex;
  std::condition_variable work;   ///< for the proxy thread
  std::condition_variable space;  ///< for workers that submit
  std::condition_variable ended;  ///< for the completing thread
  std::condition_variable quiet;  ///< for those who wait until tasks are finished
  std::shared_ptr<const Device> profile;
  FairQueue queue;
  std::uint64_t last_id = 0;
  std::unordered_map<std::uint64_t, EntryPointer> not_done_yet;  ///< by number; null: failed or withdrawn
  EntryList unrun;                                               ///< ended without the device
  std::array<EntryList, 3> running;                              ///< by the engine of the last stage, in its order
  std::size_t on_their_way = 0;                                  ///< tasks that were chosen and have not ended
  std::size_t unfinished = 0;                                    ///< tasks whose callback has not returned
  Bytes claimed;                                                 ///< by tasks on their way
  bool changed = false;                                          ///< since the last look for a batch
  bool closing = false;
  std::string lost;  ///< why the device is; empty: it is not

  // For ProxyStatistics.
  TaskCounts counts;
  std::map<std::string, ServedLine> workers;
  std::uint64_t batches = 0, planned = 0;  ///< planned: tasks
  std::chrono::nanoseconds planning{0};
  std::atomic<std::int64_t> submission = 0;  ///< ns, in calls that submit

  std::array<gpu::Stream, 3> streams;  ///< [Stage]
  gpu::Event probe;
  DeviceClock clock;     ///< used by the completing thread
  bool settled = false;  ///< by that thread, after the device was lost
  /// While nothing pageable is under way the proxy thread submits; otherwise these do, one an engine.
  SubmissionThreads submitting;
  std::mutex joining;
  std::thread proxy_thread, completing_thread;
};

}  // namespace warpshop::dispatch
