#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/job_times.hpp"
#include "sim/model/note.hpp"
#include "sim/model/recorded_makespan.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::study {

/// A workload on its devices, ready to be planned.
struct Problem {
  std::string workload;
  std::vector<std::string> task_names;
  Fleet fleet;
  std::string file = {};                          ///< of the workload
  std::vector<JobTasks> jobs = {};                ///< that its tasks are part of
  Basis basis = {};                               ///< what is assumed; `set` is the command's
  bool is_prepared = false;                       ///< kernels may share the one device
  std::optional<RecordedMakespan> recorded = {};  ///< of an imported workload: see recorded_makespan()
  std::vector<Note> notes = {};                   ///< what a user is to know of it before it is planned
};

/// Throws InputError, see resolve().
Problem make_problem(const Workload& workload, std::span<const Device> devices);
Problem make_problem(const Workload& workload, const Device& device);

/// Fits how kernels share the device, see evaluate::prepare_sharing(), and adds what that rests on to the basis; for a
/// fleet of several, or a device whose profile does not say what an SM holds, nothing.
void prepare_sharing(Problem& problem, std::span<const Device> devices);

}  // namespace warpshop::study
