#include "cli/run_clients.hpp"

#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/planning.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "dispatch/plan/realise.hpp"
#include "dispatch/plan/runner.hpp"
#include "dispatch/serving/client_workers.hpp"
#include "dispatch/serving/handed_in_requests.hpp"
#include "dispatch/share/client_requests.hpp"
#include "sim/model/client_run.hpp"
#include "sim/model/error.hpp"
#include "sim/model/planned_requests.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/rough_time.hpp"
#include "sim/study/clients/client_figures.hpp"
#include "sim/study/clients/client_policies.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::cli {
namespace {

void check(const RunOptions& options, const Workload& workload) {
  if (!options.plan.policy) {
    throw InputError(workload.file, workload.clients.all.front().mark,
                     "clients run under a way of sharing, and none is named, expected --policy, such as flexsched or "
                     "edf");
  }
  refuse_for_clients(options.plan.order.has_value(), "--order", workload);
  refuse_for_clients(options.repeat != RunOptions{}.repeat, "--repeat", workload);
  refuse_for_clients(options.learn, "--learn", workload);
  refuse_for_clients(options.timing, "--timing", workload);
  refuse_for_clients(!options.output.file("--trace").empty(), "--trace", workload);
  refuse_for_clients(!options.output.file("--report").empty(), "--report", workload);
  for (const Client& client : workload.clients.all) {
    if (!client.demand.empty()) {
      throw InputError(workload.file, client.mark,
                       "client '" + client.name +
                           "': requests that ask for more or less are simulated but not run, "
                           "expected no 'demand'");
    }
  }
}

/// The one that is asked for. Throws InputError: it shares nothing, or the device cannot do what it takes.
study::NamedPolicy chosen_policy(const RunOptions& options, const ChosenProfile& profile, const Workload& workload,
                                 const gpu::Device& device) {
  if (!study::named_policy(*options.plan.policy).policy->sharing) {
    throw InputError("policy '" + *options.plan.policy +
                     "' orders tasks of a batch, expected one that shares the GPU among clients, such as flexsched or "
                     "edf");
  }
  const study::PolicyChoice choice =
      study::choose_client_policies({*options.plan.policy}, workload, std::span(&profile.device, 1));
  check_mechanism(*choice.chosen.front().policy->sharing, *options.plan.policy, options.hardware, device);
  return choice.chosen.front();
}

/// What the simulator says of a policy, with the plan that it makes. horizon: 0, the workload's; warm_up: nothing, that
/// of the clients.
ClientComparison predicted_by(const study::NamedPolicy& policy, const RunOptions& options,
                              const study::Problem& problem, const ChosenProfile& profile, Progress& progress,
                              Millis horizon = Millis{0}, std::optional<Millis> warm_up = {}) {
  const study::ClientsSettings settings{.device = profile.device.name,
                                        .options = options.order,
                                        .jobs = study::PlanningOptions{}.jobs,
                                        .horizon = horizon,
                                        .warm_up = warm_up};
  ClientComparison comparison =
      study::compare_clients(problem, {policy}, settings, [&](const std::string& text) { progress.show(text); });
  if (comparison.results.empty()) {
    throw std::runtime_error(comparison.failed.empty() ? "the policy gives no plan" : comparison.failed.front().reason);
  }
  comparison.origin = origin_of(problem.file, options.order);
  return comparison;
}

/// Hands the requests of a run in, and ends it before its time if it is told to.
using Serve = std::function<dispatch::Runner::ClientsRun(dispatch::Runner& runner, const ClientRunResult& run)>;

dispatch::ClientTimes times_of(const ClientRunResult& run) {
  return {.horizon = run.predicted.horizon, .warm_up = run.predicted.warm_up};
}

dispatch::Check checks_of(const RunOptions& options) {
  return options.no_check ? dispatch::Check::no : dispatch::Check::yes;
}

void measure_clients(const RunOptions& options, const Workload& workload, std::span<const Note> played,
                     const Serve& serve) {
  check(options, workload);
  const gpu::Device device = open_device(options.hardware);
  const ChosenProfile profile = choose_profile(options.profile, options.hardware, device);
  Output output(options.output, {options.workload, profile.file});
  Notes notes(options.output);
  notes.show(played);
  notes.show(dispatch::played_notes(std::span(&workload, 1)));
  notes.show(profile_notes(workload, profile));
  const Workload realised = dispatch::realise(workload, profile.device);
  const study::NamedPolicy policy = chosen_policy(options, profile, realised, device);
  study::Problem problem = study::make_problem(realised, profile.device);
  problem.basis.set = options.profile.changes();
  study::prepare_sharing(problem, std::span(&profile.device, 1));
  Progress progress(options.output);
  ClientRunResult run{.predicted = predicted_by(policy, options, problem, profile, progress),
                      .measured = {},
                      .backend = options.hardware.backend,
                      .chip = device.properties().name,
                      .checked = !options.no_check};
  const Instance& instance = problem.fleet.devices.front();
  check_can_share(run.result().plan, instance.chip->sm.count, options.hardware, device);
  progress.clear();
  note(options.output,
       fmt::format("requests come for {}, and run until all that has begun is answered", rough(run.predicted.horizon)));
  progress.show("preparing: data, and what the CPU makes of them");
  dispatch::Runner runner(device, realised, checks_of(options), &instance);
  progress.show("running");
  dispatch::Runner::ClientsRun ran = serve(runner, run);
  progress.clear();
  if (ran.outcome.horizon <= ran.outcome.warm_up) {
    const Millis warm_up = ran.outcome.warm_up;
    note(options.output, fmt::format("stopped in the first {}, which do not count: there is nothing to tell",
                                     quantity_text(warm_up.count(), unit_of(warm_up))));
    return;
  }
  if (ran.outcome.horizon < run.predicted.horizon) {
    note(options.output, fmt::format("stopped after {}: all figures are of that time", rough(ran.outcome.horizon)));
    run.predicted = predicted_by(study::named_policy(run.result().policy), options, problem, profile, progress,
                                 ran.outcome.horizon, ran.outcome.warm_up);
    progress.clear();
  }
  run.measured = study::client_figures(instance.clients, ran.outcome, run.predicted.alone);
  run.wrong = std::move(ran.wrong);
  print(output, run);
  output.commit();
  if (!run.wrong.empty()) {
    throw std::runtime_error(
        fmt::format("results of {} tasks of requests differ from those of the CPU", run.wrong.size()));
  }
}

}  // namespace

void run_clients(const RunOptions& options, const Workload& workload, std::span<const Note> played) {
  measure_clients(options, workload, played, [&](dispatch::Runner& runner, const ClientRunResult& run) {
    PlannedRequests requests(workload.clients, run.predicted.horizon, run.predicted.seed);
    return runner.run_clients(run.result().plan, requests, times_of(run), checks_of(options), [] {});
  });
}

void serve_clients(const RunOptions& options, const ClientServing& serving, Workload workload,
                   std::span<const Note> played) {
  admit(workload, serving.admits);
  if (serving.horizon > Millis{0}) {
    workload.clients.horizon = serving.horizon;
  }
  const InterruptText through("what is on its way is seen through; again to end at once");
  std::optional<InterruptGuard> interruption;
  measure_clients(options, workload, played, [&](dispatch::Runner& runner, const ClientRunResult& run) {
    dispatch::HandedInRequests requests(workload.clients.all.size());
    dispatch::ClientWorkers workers(requests, workload.clients, run.predicted.horizon, run.predicted.seed);
    bool stopped = false;
    return runner.run_clients(run.result().plan, requests, times_of(run), checks_of(options), [&] {
      if (!interruption) {
        interruption.emplace(Patience::endless);  // until here there is nothing to see through
      }
      workers.check();
      if (!stopped && interruption->interrupted()) {
        stopped = true;
        workers.stop();
      }
    });
  });
  if (interruption) {
    interruption->check();
  }
}

}  // namespace warpshop::cli
