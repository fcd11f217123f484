#include "dispatch/validation/measure_validation.hpp"

#include <algorithm>
#include <cstdlib>
#include <list>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dispatch/plan/measure.hpp"
#include "dispatch/plan/runner.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::dispatch {
namespace {

constexpr double kNarrowEnough = 0.005;  // half the interval of a median, over the median

/// Comparing results takes far longer than running. Of few tasks every plan is checked; of more, those that the
/// policies chose, the first order, and the rivals.
bool checked(std::size_t contestant, const Validation& planned) {
  return planned.every_order || contestant == 0 || contestant >= planned.plans.size() ||
         std::any_of(planned.policies.begin(), planned.policies.end(),
                     [&](const PolicyPlan& policy) { return policy.plan == contestant; });
}

}  // namespace

std::optional<MeasuredSamples> measure_validation(const gpu::Device& device, const Workload& realised,
                                                  const Instance& instance, const Validation& planned,
                                                  const RivalStart& start, const ValidationRuns& runs) {
  const Check check = runs.check ? Check::yes : Check::no;
  runs.progress("preparing: data, and what the CPU makes of them");
  Runner runner(device, realised, check, &instance);
  std::vector<Contestant> contestants;
  for (const MeasuredPlan& measured : planned.plans) {
    contestants.push_back(contestant(runner, measured.plan));
  }
  std::list<RunningRival> rivals;
  std::vector<bool> started;
  for (const std::string& name : runs.rivals) {
    runs.progress("starting " + name);
    const RunningRival& rival = rivals.emplace_back(name, start);
    started.push_back(rival.problem().empty());
    if (started.back()) {
      contestants.push_back(rivals.back().contestant());
    }
  }
  const std::size_t repeat = runs.repeat;
  Measurements measured = measure(contestants,
                                  {.check = [&](std::size_t i) { return checked(i, planned) ? check : Check::no; },
                                   .rule = {.max_relative_error = kNarrowEnough,
                                            .min_samples = std::min(repeat, stats::kFewestForInterval),
                                            .max_samples = repeat},
                                   .progress = runs.progress,
                                   .stopped = runs.stopped},
                                  [](std::size_t, const Repetition&) {});
  if (!measured.complete) {
    return {};
  }
  MeasuredSamples samples{.wrong = std::move(measured.wrong)};
  std::size_t next = planned.plans.size();
  std::size_t number = 0;
  for (const RunningRival& rival : rivals) {
    Rival& line = samples.rivals.emplace_back(Rival{.name = rival.name(), .problem = rival.problem()});
    if (line.problem.empty() && runs.check && !rival.results_correct()) {
      line.problem = "its results were wrong";
    }
    if (started[number++]) {
      line.samples = std::move(measured.makespans[next++]);
    }
    if (!line.problem.empty()) {
      line.samples.clear();
    }
  }
  measured.makespans.resize(planned.plans.size());
  samples.plans = std::move(measured.makespans);
  return samples;
}

std::string measured_identity(const gpu::Device& device, const std::string& backend, const std::string& profile,
                              const Instance& realised, const Validation& planned, const ValidationRuns& runs) {
  const char* connections = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  std::string text =
      fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{} {}\n{}\n", device.properties().uuid, device.properties().driver,
                  device.properties().runtime, connections == nullptr ? "" : connections, backend, profile, runs.repeat,
                  runs.check, fmt::join(runs.rivals, ","));
  for (const Job& job : realised.jobs) {
    text +=
        fmt::format("{} {} {} {} {} {} {}\n", job.alone(Stage::h2d).count(), name(job.memory[0]), job.kernel.count(),
                    job.alone(Stage::d2h).count(), name(job.memory[1]), job.release.count(), fmt::join(job.has, ""));
  }
  for (const Precedence& pair : realised.precedence) {
    text += fmt::format("{} before {}\n", pair.before, pair.after);
  }
  for (const MeasuredPlan& measured : planned.plans) {
    const std::optional<Share>& share = measured.plan.share;
    text += fmt::format("{} {}{}\n", name(measured.plan.submission), fmt::join(measured.plan.order, ","),
                        share ? ' ' + share->chosen_way() + share->settings.text() : "");
  }
  return text;
}

Millis longest_measuring(const Instance& realised, const Validation& planned, const ValidationRuns& runs) {
  Millis alone{0};
  for (const Job& job : realised.jobs) {
    alone += job.total();
  }
  const std::size_t contestants = planned.plans.size() + runs.rivals.size();
  return alone * (static_cast<double>(contestants) * (static_cast<double>(runs.repeat) + 1));
}

Millis longest_host_work(const Workload& realised, const Validation& planned, const ValidationRuns& runs,
                         const HostSample& sample) {
  if (!runs.check) {
    return Millis{0};
  }
  std::size_t compared = 0;
  for (std::size_t contestant = 0; contestant < planned.plans.size() + runs.rivals.size(); ++contestant) {
    compared += checked(contestant, planned) ? 1 : 0;
  }
  return host_work(realised, 1 + runs.rivals.size(), compared, sample);
}

}  // namespace warpshop::dispatch
