#pragma once

#include <string>
#include <vector>

#include "sim/model/note.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/planning_options.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/set_devices.hpp"

namespace warpshop::cli {

/// The devices of --device, as --set makes them. Throws InputError: see files::find_devices().
study::SetDevices find_set_devices(const std::string& spec, const std::vector<std::string>& set);

/// That the model misses what was recorded, where it does (RecordedMakespan::is_close()).
std::vector<Note> recorded_notes(const study::Problem& problem);

/// Throws InputError: an option of a batch of tasks, at the first client of the workload; given: whether, and which.
void refuse_for_clients(bool given, const std::string& option, const Workload& workload);

/// Clients admit what they are told to. Throws InputError: a workload of tasks is told to.
void admit(Workload& workload, bool admits);

/// The same of all that say how a batch is planned.
void refuse_batch_options(const study::PlanningOptions& options, const Workload& workload);

}  // namespace warpshop::cli
