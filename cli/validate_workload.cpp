#include "cli/validate_workload.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/files/text_key.hpp"
#include "sim/study/measured_plans.hpp"

namespace warpshop::cli {
namespace {

/// All that what is measured depends on.
std::string key_of(const Subject& subject, const gpu::Device& device, const ValidationSettings& settings,
                   const Validation& planned) {
  const char* connections = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  std::string text =
      fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{} {}\n{}\n", device.properties().uuid, device.properties().driver,
                  device.properties().runtime, connections == nullptr ? "" : connections, subject.backend,
                  subject.profile, settings.runs.repeat, settings.runs.check, fmt::join(settings.runs.rivals, ","));
  for (const Job& job : subject.problem.fleet.devices.front().jobs) {
    text +=
        fmt::format("{} {} {} {} {} {} {}\n", job.alone(Stage::h2d).count(), name(job.memory[0]), job.kernel.count(),
                    job.alone(Stage::d2h).count(), name(job.memory[1]), job.release.count(), fmt::join(job.has, ""));
  }
  for (const Precedence& pair : subject.problem.fleet.tasks().precedence) {
    text += fmt::format("{} before {}\n", pair.before, pair.after);
  }
  for (const MeasuredPlan& measured : planned.plans) {
    text += fmt::format("{} {}\n", name(measured.plan.submission), fmt::join(measured.plan.order, ","));
  }
  return files::text_key(text);
}

void take(MeasuredSamples samples, Validation& validation) {
  for (std::size_t i = 0; i < validation.plans.size(); ++i) {
    validation.plans[i].samples = std::move(samples.plans[i]);
  }
  validation.rivals = std::move(samples.rivals);
  validation.wrong = std::move(samples.wrong);
}

}  // namespace

PlannedValidation plan_validation(const Subject& subject, const gpu::Device& device,
                                  const ValidationSettings& settings) {
  Validation validation = study::planned_validation(subject.problem.fleet.devices.front(), subject.policies,
                                                    settings.orders, settings.order);
  validation.workload = subject.problem.workload;
  validation.task_names = subject.problem.task_names;
  validation.backend = subject.backend;
  validation.chip = device.properties().name;
  validation.checked = settings.runs.check;
  std::string key = key_of(subject, device, settings, validation);
  const files::JournalShape shape{.plans = validation.plans.size(),
                                  .samples = settings.runs.repeat,
                                  .rivals = settings.runs.rivals,
                                  .tasks = subject.problem.task_names.size()};
  return {.validation = std::move(validation), .key = std::move(key), .shape = shape};
}

bool is_kept(const PlannedValidation& planned, const files::MeasurementJournal* journal) {
  return journal != nullptr && journal->find(planned.key, planned.shape) != nullptr;
}

Millis longest_measuring(const Subject& subject, const PlannedValidation& planned, const ValidationSettings& settings) {
  Millis alone{0};
  for (const Job& job : subject.problem.fleet.devices.front().jobs) {
    alone += job.total();
  }
  const std::size_t contestants = planned.validation.plans.size() + settings.runs.rivals.size();
  return alone * (static_cast<double>(contestants) * (static_cast<double>(settings.runs.repeat) + 1));
}

std::optional<Validation> validate(const Subject& subject, PlannedValidation planned, const gpu::Device& device,
                                   const ValidationSettings& settings, files::MeasurementJournal* journal) {
  if (is_kept(planned, journal)) {
    take(*journal->find(planned.key, planned.shape), planned.validation);
    return std::move(planned.validation);
  }
  std::optional<MeasuredSamples> samples =
      dispatch::measure_validation(device, subject.realised, planned.validation, subject.rivals, settings.runs);
  if (!samples) {
    return {};
  }
  if (journal != nullptr) {
    journal->append(planned.key, *samples);
  }
  take(std::move(*samples), planned.validation);
  return std::move(planned.validation);
}

}  // namespace warpshop::cli
