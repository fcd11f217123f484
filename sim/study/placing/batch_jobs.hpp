#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::study {

/// What is placed as one: a task, or all tasks of a job, and those that `after` joins, as a recording is.
struct BatchJob {
  std::string name;         ///< of its job, its first task, or, where it is all of it, of the workload
  std::vector<Task> tasks;  ///< counts are 1; names and `after` as they are; releases counted from that of the first
  Millis release{0};
  std::optional<Bytes> footprint = {};  ///< its job's, and those of all its tasks
  std::size_t entry = 0;                ///< of the file; repeats of one entry have the same
};

/// The jobs of a workload, in its order; repeats of a task are jobs of their own. Throws
/// InputError at one that is repeated in a job of several tasks.
std::vector<BatchJob> batch_jobs(const Workload& workload);

/// Workloads as one, in which tasks and jobs go by `NAME: …` where there are several; a workload that is one job of
/// several tasks is called after itself. Throws InputError: clients.
Workload joined_workloads(std::vector<Workload> workloads);

/// Kinds of jobs, and a workload that has each of them as often as may be on a GPU at once.
struct JobKinds {
  std::vector<std::size_t> kind_of;               ///< by job
  std::vector<std::size_t> first_of;              ///< by kind: a job of it
  Workload workload;                              ///< without footprints and releases; names: `KIND/COPY/NAME`
  std::vector<std::vector<std::uint32_t>> tasks;  ///< [kind · copies + copy]: positions in it
  std::size_t copies = 1;
};

/// What an error says of the tasks of JobKinds::workload, by the names that the user gave them.
std::string with_own_names(std::string_view message);

/// Jobs of one task each that take the same on every device are of one kind, and repeats of an entry. families: each
/// copy is a process of its own.
JobKinds job_kinds(const Workload& workload, std::span<const BatchJob> jobs, std::span<const Device> devices,
                   std::size_t copies, bool families);

}  // namespace warpshop::study
