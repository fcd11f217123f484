#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dispatch/validation/host_work.hpp"
#include "dispatch/validation/rivals.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/validation.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// How the plans of a validation are measured.
struct ValidationRuns {
  std::size_t repeat = 15;          ///< at most
  bool check = true;                ///< results against those of the CPU
  std::vector<std::string> rivals;  ///< of rival_names()
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  std::function<bool()> stopped = [] { return false; };
};

/// All that what is measured depends on, profile: as a text. realised: the tasks as they run; backend: cuda or host.
std::string measured_identity(const gpu::Device& device, const std::string& backend, const std::string& profile,
                              const Instance& realised, const Validation& planned, const ValidationRuns& runs);

/// How long measuring takes by the predictions, each stage alone, if no interval is narrow enough early; what the CPU
/// does for it left out: see longest_host_work().
Millis longest_measuring(const Instance& realised, const Validation& planned, const ValidationRuns& runs);

/// What one thread of the CPU takes for it: data and results of every kernel for the plans and once more for each
/// rival, and comparing the results of those that are checked. About: see host_work(). 0 where nothing is checked.
Millis longest_host_work(const Workload& realised, const Validation& planned, const ValidationRuns& runs,
                         const HostSample& sample = sampled_host_times);

/// Measures the plans and the rivals, one of each in turn, until the intervals are narrow or it was often enough.
/// Throws DeviceError. Left off when runs.stopped() says so: nothing is answered then. realised: see realise();
/// instance: the same, prepared for kernels that share, where there are plans that have a share.
std::optional<MeasuredSamples> measure_validation(const gpu::Device& device, const Workload& realised,
                                                  const Instance& instance, const Validation& planned,
                                                  const RivalStart& start, const ValidationRuns& runs);

}  // namespace warpshop::dispatch
