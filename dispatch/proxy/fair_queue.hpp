#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "dispatch/proxy/proxy_entry.hpp"

namespace warpshop::dispatch {

/// The tasks that wait, by worker, and who is next. Under the lock of ProxyCore.
class FairQueue {
 public:
  std::shared_ptr<WorkerRecord> add_worker(std::string name);
  void remove_worker(const WorkerRecord& worker);

  /// A list of one.
  void add(EntryList task) noexcept;
  std::size_t waiting() const { return waiting_; }

  struct Choice {
    EntryList batch;   ///< in the order in which they were chosen
    EntryList failed;  ///< those that come after a task that failed; the error of their outcome names it
  };
  /// Takes out the next batch. at_most ≥ 1 tasks; memory: on the device, that they may take in all. See Proxy for the
  /// rule. Throws std::bad_alloc, and has taken out nothing then.
  Choice choose(std::size_t at_most, Bytes memory);

  /// Takes out everything that a worker has.
  EntryList withdraw(WorkerRecord& worker) noexcept;
  /// Everything that all have.
  EntryList withdraw() noexcept;
  /// Any one task; waiting() > 0.
  EntryList withdraw_one() noexcept;

 private:
  std::vector<std::shared_ptr<WorkerRecord>> workers_;
  std::size_t waiting_ = 0;
  Millis now_{0};  ///< what had been given to the worker whose task was taken last, before it was
};

}  // namespace warpshop::dispatch
