#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "dispatch/proxy/device_clock.hpp"
#include "dispatch/proxy/fair_queue.hpp"
#include "dispatch/proxy/pools.hpp"
#include "dispatch/proxy/proxy.hpp"
#include "dispatch/proxy/proxy_counts.hpp"
#include "dispatch/proxy/proxy_submitter.hpp"
#include "dispatch/proxy/task_states.hpp"

namespace warpshop::dispatch {

/// What a Proxy and its Workers share. Three parts, each with its threads: workers hand in tasks (proxy_core.cpp); the
/// proxy thread takes a lot, plans and submits it (proxy_core_planning.cpp); one thread waits for what was submitted
/// and calls callbacks (proxy_core_completion.cpp).
///
/// What becomes of a task that was accepted needs no memory: it has a node of a list, which goes from list to list, and
/// what does need memory fails the task where there is none.
class ProxyCore {
 public:
  using Lock = std::unique_lock<std::mutex>;

  ProxyCore(const gpu::Device& device, Device profile, Planner plan, ProxyOptions options);
  ProxyCore(const ProxyCore&) = delete;
  ProxyCore& operator=(const ProxyCore&) = delete;
  ~ProxyCore() = default;  // after end()

  // For the members of Proxy and Worker of the same names.
  std::shared_ptr<WorkerRecord> add_worker(std::string name);
  TaskId submit(const std::shared_ptr<WorkerRecord>& worker, ProxyTask task);
  std::optional<TaskId> try_submit(const std::shared_ptr<WorkerRecord>& worker, ProxyTask& task);
  void drain(WorkerRecord& worker);
  void leave(WorkerRecord& worker);
  /// withdraw: what waits does not run any more.
  void end(bool withdraw);
  void use(Device profile);
  ProxyStatistics statistics() const;
  std::uint64_t tasks_ended() const;

 private:
  // Called while the lock is held.
  void check_open() const;
  TaskId accept(EntryList entry, ProxyTask& task);
  void look_again() noexcept;
  /// Ends tasks that are on nobody's way; an error of their own comes first.
  void abandon(EntryList entries, Outcome::Kind kind, std::string_view error) noexcept;

  void start_threads();
  EntryList entry_of(const std::shared_ptr<WorkerRecord>& worker, const ProxyTask& task) const;
  std::shared_ptr<const Device> profile() const;
  /// Marks a thread as one of the proxy's.
  void enter() const;
  bool inside() const;
  /// Throws std::logic_error in a thread of the proxy, which would wait for itself.
  void check_outside(const char* call) const;

  void plan();
  EntryList next_lot();
  FairQueue::Choice choose();
  EntryList predicted(EntryList lot);
  EntryList in_order(EntryList lot);
  void prepare(ProxyEntry& entry);
  void drop(EntryList task, std::string_view error);

  /// A task that has ended; without it, all have and no more will come.
  struct Ended {
    EntryList task;
    Outcome::Kind kind = Outcome::Kind::done;
    std::string error = {};
    bool ran = false;  ///< it was on its way
  };
  void watch(EntryList task);
  void complete();
  Ended next_ended();
  bool comes_next(const ProxyEntry& entry) const;
  std::optional<std::size_t> reached(std::span<const ProxyEntry* const> heads);
  std::size_t settled();
  void conclude(Ended ended);
  using Ends = std::array<Millis, 3>;  ///< [Stage]
  void observe(const ProxyEntry& entry, const Outcome& outcome, const Ends& ends) const;
  void tell(ProxyEntry& entry, const Outcome& outcome);
  Ends measure(const ProxyEntry& entry, Outcome& outcome);
  void lose(std::string_view error) noexcept;

  const ProxyOptions options_;
  const Planner plan_;
  DevicePool memory_;
  EventPool events_;

  mutable std::mutex mutex_;
  std::condition_variable work_;   ///< for the proxy thread
  std::condition_variable space_;  ///< for workers that submit
  std::condition_variable ended_;  ///< for the completing thread
  std::condition_variable quiet_;  ///< for those who wait until tasks are finished
  std::shared_ptr<const Device> profile_;
  FairQueue queue_;
  TaskStates states_;
  ProxyCounts counts_;
  EntryList unrun_;                   ///< ended without the device
  std::array<EntryList, 3> running_;  ///< by the engine of the last stage, in its order
  std::size_t on_their_way_ = 0;      ///< tasks that were chosen and have not ended
  std::size_t unfinished_ = 0;        ///< tasks whose callback has not returned
  Bytes claimed_;                     ///< by tasks on their way
  bool changed_ = false;              ///< since the last look for a lot
  bool closing_ = false;
  std::string lost_;  ///< why the device is; empty: it is not

  ProxySubmitter submitter_;
  DeviceClock clock_;     ///< used by the completing thread
  bool settled_ = false;  ///< by that thread, after the device was lost
  std::mutex joining_;
  std::thread planning_, completing_;
};

}  // namespace warpshop::dispatch
