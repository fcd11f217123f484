#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "dispatch/proxy_entry.hpp"
#include "dispatch/proxy_ledger.hpp"

namespace warpshop::dispatch {

/// The tasks that wait, by worker, and who is next. Under the lock of ProxyCore.
class ProxyBuffers {
 public:
  std::shared_ptr<WorkerRecord> add_worker(std::string name);
  void remove_worker(const WorkerRecord& worker);

  void add(EntryPointer entry);
  std::size_t waiting() const { return waiting_; }

  struct Choice {
    std::vector<EntryPointer> lot;     ///< in the order in which they were chosen
    std::vector<EntryPointer> failed;  ///< those that come after a task that failed; `error` names it
  };
  /// Takes out the next lot. at_most ≥ 1 tasks; room: device memory that they may take in all. See Proxy for the rule.
  Choice choose(std::size_t at_most, Bytes room, const ProxyLedger& ledger);

  /// Takes out everything that a worker has.
  std::vector<EntryPointer> withdraw(WorkerRecord& worker);
  /// Everything that all have.
  std::vector<EntryPointer> withdraw();

 private:
  struct Candidates;

  std::vector<std::shared_ptr<WorkerRecord>> workers_;
  std::size_t waiting_ = 0;
  Millis now_{0};  ///< what had been given to the worker whose task was taken last, before it was
};

/// `task 7, which it comes after, was not done`
std::string not_done(TaskId predecessor);

}  // namespace warpshop::dispatch
