#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dispatch/drift/observed_stage.hpp"
#include "dispatch/proxy/pools.hpp"
#include "dispatch/proxy/proxy_task.hpp"
#include "dispatch/submit/submitted_task.hpp"
#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/proxy_statistics.hpp"

namespace warpshop::dispatch {

using Clock = std::chrono::steady_clock;

struct WorkerRecord;

struct ProxyEntry;
using EntryPointer = std::shared_ptr<ProxyEntry>;

/// Tasks in a state of theirs. A task has one node of such a list from submit() on, which goes from list to list: what
/// becomes of a task once it has been taken needs no memory.
using EntryList = std::list<EntryPointer>;

/// A task of a proxy from submit() to its callback; what of it is used by whom, in this order:
struct ProxyEntry : SubmittedTask {
  enum class State : std::uint8_t { waiting, on_its_way, done, failed };  ///< failed: or withdrawn

  // Set by submit().
  ProxyTask task;
  std::shared_ptr<WorkerRecord> worker;
  Clock::time_point handed_in;
  Bytes input_size, output_size;
  Bytes memory;  ///< what these two take of the DevicePool
  std::shared_ptr<const Device> profile;
  Job job;  ///< by that profile

  // Under the lock of ProxyCore.
  State state = State::waiting;
  std::vector<EntryPointer> after;  ///< tasks that it comes after, as long as it has not ended; not: some that are done

  // Set by the proxy thread, once it has been chosen for a batch.
  Millis charged{0};  ///< to its worker, until it is known what it took
  DevicePool::Block input, output;

  // Set by whoever submits its stages to the device; kept from then on.
  std::string error;  ///< why it cannot be done; empty: it can
  EntryList own;      ///< its node, while other threads submit it

  Outcome outcome;  ///< `id` set by submit(), `kind` and `error` by whoever ends it, the rest by the completing thread
};

/// The first of a list that is not empty, as a list of its own.
EntryList take_first(EntryList& list) noexcept;

/// Too short to be allocated by a string.
inline constexpr std::string_view kNoMemory = "out of memory";

/// error = text, kNoMemory where there is none for it; never empty.
void note_error(std::string& error, std::string_view text) noexcept;
/// The same with what the exception says that is being handled.
void note_exception(std::string& error) noexcept;
/// What call() threw, in words; empty: nothing.
template <class Call>
std::string error_of(const Call& call) noexcept {
  std::string error;
  try {
    call();
  } catch (...) {
    note_exception(error);
  }
  return error;
}

/// What a proxy knows of a worker; under its lock.
struct WorkerRecord {
  std::string name;
  EntryList waiting;           ///< first come first
  Millis given{0};             ///< GPU time so far, in the sense of start-time fair queueing
  std::size_t unfinished = 0;  ///< tasks whose callback has not returned
  std::exception_ptr thrown;   ///< by the first callback that threw
};

/// The stages of a task that is done.
std::vector<ObservedStage> observed(const ProxyTask& task, const Outcome& outcome);

/// The task on a profile; its release is 0. Throws InputError: a kernel that the profile does not know, a stage that
/// takes too long.
Job job_of(const ProxyTask& task, const Device& profile);

/// The scheduling problem of a batch whose jobs are of that profile. Throws InputError: what its copies do to each
/// other is not known.
Instance instance_of(const EntryList& batch, const Device& profile);

/// Throws std::invalid_argument: no stage, an empty copy, a negative size, number of elements or prediction.
void check_task(const ProxyTask& task);

/// `task 7, which it comes after, was not done`
std::string not_done(TaskId predecessor);

}  // namespace warpshop::dispatch
