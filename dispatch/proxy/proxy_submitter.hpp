#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "dispatch/proxy/proxy_entry.hpp"
#include "dispatch/submit/submission_threads.hpp"
#include "kernels/gpu/handles.hpp"

namespace warpshop::dispatch {

/// Submits tasks to the engines, each of which works in the order of submission: one stream an engine, events from
/// stage to stage. While nothing pageable is under way the caller does it; otherwise a thread an engine.
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

  /// A list of one task, by one thread. A task whose stage fails has its `error`; its later stages are left out, all
  /// else goes on.
  void submit(EntryList task);
  /// Returns when everything has been submitted. By the thread that submits, or after it.
  void close() { threads_.finish(); }

  /// Whether the device still takes commands.
  bool alive() noexcept;
  /// Returns when the engines touch nobody's memory any more: what was submitted has ended, or the device is lost.
  void settle() noexcept;

  const gpu::Stream& stream(Stage stage) const { return streams_[index(stage)]; }
  /// Spent in calls that submit.
  std::chrono::nanoseconds spent() const { return std::chrono::nanoseconds(spent_); }

 private:
  void submit_stage(ProxyEntry& entry, Stage stage);
  void attempt(ProxyEntry& entry, Stage stage);

  const Listener listener_;
  std::array<gpu::Stream, 3> streams_;  ///< [Stage]
  gpu::Event probe_;
  std::atomic<std::int64_t> spent_ = 0;  ///< ns
  SubmissionThreads threads_;
};

}  // namespace warpshop::dispatch
