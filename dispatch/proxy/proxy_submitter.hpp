#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "dispatch/proxy/proxy_entry.hpp"
#include "kernels/gpu/event.hpp"
#include "kernels/gpu/stream.hpp"

namespace warpshop::dispatch {

/// Submits tasks to the engines, each of which works in the order of submission: one stream an engine, events from
/// stage to stage. While nothing pageable is under way the caller does it; otherwise a thread an engine, each of which
/// waits, for a stage whose predecessor has not been submitted, on the host: an event that was never recorded is no
/// wait.
class ProxySubmitter {
 public:
  /// Called without a lock by whoever submits.
  struct Listener {
    std::function<void()> started;                 ///< first of all by every thread that it starts
    std::function<void(EntryList)> submitted;      ///< all stages of a task; in the order of each engine's commands
    std::function<void(const std::string&)> lost;  ///< the device; more than once perhaps
  };

  /// Throws DeviceError: no thread to be had among others.
  ProxySubmitter(const gpu::Device& device, Listener listener);
  ProxySubmitter(const ProxySubmitter&) = delete;
  ProxySubmitter& operator=(const ProxySubmitter&) = delete;
  ~ProxySubmitter() { close(); }

  /// A list of one task, by one thread. A task whose stage fails has its `error`; its later stages are left out, all
  /// else goes on.
  void submit(EntryList task);
  /// Returns when everything has been submitted. By the thread that submits, or after it.
  void close();

  /// Whether the device still takes commands.
  bool alive() noexcept;
  /// Returns when the engines touch nobody's memory any more: what was submitted has ended, or the device is lost.
  void settle() noexcept;

  const gpu::Stream& stream(Stage stage) const { return streams_[index(stage)]; }
  /// Spent in calls that submit.
  std::chrono::nanoseconds spent() const { return std::chrono::nanoseconds(spent_); }

 private:
  struct Lane {
    std::deque<EntryPointer> queue;
    std::thread thread;
  };

  void serve(Stage stage);
  bool may_submit(const ProxyEntry& entry, Stage stage) const;
  void submit_stage(ProxyEntry& entry, Stage stage);
  bool enqueue(const EntryPointer& entry) noexcept;
  EntryList parked(const EntryPointer& entry) noexcept;
  void attempt(ProxyEntry& entry, Stage stage);
  void run(ProxyEntry& entry, Stage stage);
  void passed(const EntryPointer& entry, Stage stage);

  const Listener listener_;
  std::array<gpu::Stream, 3> streams_;  ///< [Stage]
  gpu::Event probe_;
  std::atomic<std::int64_t> spent_ = 0;  ///< ns
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Lane, 3> lanes_;  ///< [Stage]
  std::size_t in_lanes_ = 0;   ///< tasks
  EntryList parked_;           ///< those of them whose stages have not all been submitted
  bool closing_ = false;
};

}  // namespace warpshop::dispatch
