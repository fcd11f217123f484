#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dispatch/validation/measure_validation.hpp"
#include "dispatch/validation/rivals.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/files/measurement_journal.hpp"
#include "sim/model/validation.hpp"
#include "sim/model/workload.hpp"
#include "sim/order/policies.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::cli {

/// How workloads are validated.
struct ValidationSettings {
  std::size_t orders = 24;  ///< sampled, where there are more than every_order takes
  PlanOptions order = {};
  dispatch::ValidationRuns runs = {};
};

/// A workload as it can be run, with all that measuring it needs.
struct Subject {
  Workload realised;
  study::Problem problem;
  std::vector<study::NamedPolicy> policies;
  dispatch::RivalStart rivals;
  std::string backend;
  std::string profile;  ///< its text: another profile, other predictions and sizes
};

/// The plans of a workload that are to be measured, and what a journal keeps of them goes by.
struct PlannedValidation {
  Validation validation;      ///< nothing measured yet
  std::string key;            ///< of all that what is measured depends on
  files::JournalShape shape;  ///< of what a journal keeps of it
};

PlannedValidation plan_validation(const Subject& subject, const gpu::Device& device,
                                  const ValidationSettings& settings);

/// Whether the journal (which may be null) has the measurements. Throws InputError: it has some of another shape.
bool is_kept(const PlannedValidation& planned, const files::MeasurementJournal* journal);

/// How long measuring takes by the predictions, each stage alone, if no interval is narrow enough early; what the CPU
/// computes before it left out.
Millis longest_measuring(const Subject& subject, const PlannedValidation& planned, const ValidationSettings& settings);

/// Measures orders, what the policies chose, and the rivals, one of each in turn; or takes what the journal (which may
/// be null) knows of it. Throws DeviceError. Left off when settings.runs.stopped() says so: nothing is answered then.
std::optional<Validation> validate(const Subject& subject, PlannedValidation planned, const gpu::Device& device,
                                   const ValidationSettings& settings, files::MeasurementJournal* journal);

}  // namespace warpshop::cli
