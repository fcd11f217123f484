#include "cli/validate_workload.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dispatch/plan/measure.hpp"
#include "sim/stats/median.hpp"
#include "sim/study/measured_plans.hpp"

namespace warpshop::cli {
namespace {

constexpr double kNarrowEnough = 0.005;  // half the interval of a median, over the median

/// All that what is measured depends on.
std::string key_of(const Subject& subject, const gpu::Device& device, const ValidationSettings& settings,
                   const Validation& planned) {
  const char* connections = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  std::string text = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{} {}\n{}\n", device.properties().uuid,
                                 device.properties().driver, device.properties().runtime,
                                 connections == nullptr ? "" : connections, subject.clients.hardware.backend,
                                 subject.profile, settings.repeat, settings.check, fmt::join(settings.rivals, ","));
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
  return io::journal_key(text);
}

void take(io::MeasuredSamples samples, Validation& validation) {
  for (std::size_t i = 0; i < validation.plans.size(); ++i) {
    validation.plans[i].samples = std::move(samples.plans[i]);
  }
  validation.rivals = std::move(samples.rivals);
  validation.wrong = std::move(samples.wrong);
}

/// Comparing results takes far longer than running. Of few tasks every plan is checked; of more, those that the
/// policies chose, the first order, and the rivals.
bool checked(std::size_t contestant, const Validation& planned) {
  return planned.every_order || contestant == 0 || contestant >= planned.plans.size() ||
         std::any_of(planned.policies.begin(), planned.policies.end(),
                     [&](const PolicyPlan& policy) { return policy.plan == contestant; });
}

/// Nothing: left off.
std::optional<io::MeasuredSamples> measure(const Subject& subject, const gpu::Device& device,
                                           const ValidationSettings& settings, const Validation& planned) {
  const dispatch::Check check = settings.check ? dispatch::Check::yes : dispatch::Check::no;
  settings.progress("preparing: data, and what the CPU makes of them");
  dispatch::Runner runner(device, subject.realised, check);
  std::vector<std::unique_ptr<RunningRival>> rivals;
  std::vector<bool> started;
  std::vector<dispatch::Contestant> contestants;
  for (const MeasuredPlan& measured : planned.plans) {
    contestants.push_back(dispatch::contestant(runner, measured.plan));
  }
  for (const std::string& name : settings.rivals) {
    settings.progress("starting " + name);
    rivals.push_back(std::make_unique<RunningRival>(name, subject.clients));
    started.push_back(rivals.back()->problem().empty());
    if (started.back()) {
      contestants.push_back(rivals.back()->contestant());
    }
  }
  const std::size_t repeat = settings.repeat;
  dispatch::Measurements measured =
      dispatch::measure(contestants,
                        {.check = [&](std::size_t i) { return checked(i, planned) ? check : dispatch::Check::no; },
                         .rule = {.max_relative_error = kNarrowEnough,
                                  .min_samples = std::min(repeat, stats::kFewestForInterval),
                                  .max_samples = repeat},
                         .progress = settings.progress,
                         .stopped = settings.stopped},
                        [](std::size_t, const dispatch::Repetition&) {});
  if (!measured.complete) {
    return {};
  }
  io::MeasuredSamples samples{.wrong = std::move(measured.wrong)};
  std::size_t next = planned.plans.size();
  for (std::size_t i = 0; i < rivals.size(); ++i) {
    const RunningRival& rival = *rivals[i];
    std::vector<Millis> makespans = started[i] ? std::move(measured.makespans[next++]) : std::vector<Millis>{};
    const bool wrong = settings.check && !rival.results_correct();
    const std::string problem = rival.problem().empty() && wrong ? "its results were wrong" : rival.problem();
    samples.rivals.push_back({.name = rival.name(),
                              .samples = problem.empty() ? std::move(makespans) : std::vector<Millis>{},
                              .problem = problem});
  }
  measured.makespans.resize(planned.plans.size());
  samples.plans = std::move(measured.makespans);
  return samples;
}

}  // namespace

PlannedValidation plan_validation(const Subject& subject, const gpu::Device& device,
                                  const ValidationSettings& settings) {
  Validation validation = study::planned_validation(subject.problem.fleet.devices.front(), subject.policies,
                                                    settings.orders, settings.order);
  validation.workload = subject.problem.workload;
  validation.task_names = subject.problem.task_names;
  validation.backend = subject.clients.hardware.backend;
  validation.chip = device.properties().name;
  validation.checked = settings.check;
  std::string key = key_of(subject, device, settings, validation);
  const io::JournalShape shape{.plans = validation.plans.size(),
                               .samples = settings.repeat,
                               .rivals = settings.rivals,
                               .tasks = subject.problem.task_names.size()};
  return {.validation = std::move(validation), .key = std::move(key), .shape = shape};
}

bool is_kept(const PlannedValidation& planned, const io::MeasurementJournal* journal) {
  return journal != nullptr && journal->find(planned.key, planned.shape) != nullptr;
}

Millis longest_measuring(const Subject& subject, const PlannedValidation& planned, const ValidationSettings& settings) {
  Millis alone{0};
  for (const Job& job : subject.problem.fleet.devices.front().jobs) {
    alone += job.total();
  }
  const std::size_t contestants = planned.validation.plans.size() + settings.rivals.size();
  return alone * (static_cast<double>(contestants) * (static_cast<double>(settings.repeat) + 1));
}

std::optional<Validation> validate(const Subject& subject, PlannedValidation planned, const gpu::Device& device,
                                   const ValidationSettings& settings, io::MeasurementJournal* journal) {
  if (is_kept(planned, journal)) {
    take(*journal->find(planned.key, planned.shape), planned.validation);
    return std::move(planned.validation);
  }
  std::optional<io::MeasuredSamples> samples = measure(subject, device, settings, planned.validation);
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
