#include "sim/study/clients/compared_clients.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/assumed_cost_range.hpp"
#include "sim/study/clients/client_figures.hpp"
#include "sim/study/clients/latency_curve.hpp"
#include "sim/study/clients/setting_search.hpp"
#include "sim/study/in_parallel.hpp"

namespace warpshop::study {
namespace {

/// What one client answers that has the GPU to itself: its streams as the hardware runs them.
ClientFigures alone(const Instance& instance, std::size_t number, const Plan& plan, const evaluate::ClientRun& run) {
  Instance only = instance;
  only.clients.all = {instance.clients.all[number]};
  const evaluate::ClientsOutcome outcome = evaluate::simulate_clients(only, plan, run);
  ClientFigures figures = client_figures(only.clients, outcome).clients.front();
  add_latency_curves(std::span(&figures, 1), outcome);
  return figures;
}

/// Streams that take what is free, on a GPU whose SMs are known; else one kernel at a time.
Plan unshared_plan(const Fleet& fleet, const order::Dealt& dealt, const PlanOptions& options) {
  const std::string name = fleet.tasks().chip ? "leftover" : as_listed().name;
  return plan_of(named_policy(name), fleet, dealt, options).plan;
}

/// Throws InputError: users who neither think nor wait for anything would ask for ever at one instant.
void check_that_time_passes(const Problem& problem) {
  const Instance& instance = problem.fleet.tasks();
  for (const Client& client : instance.clients.all) {
    const auto* closed = std::get_if<ClosedArrivals>(&client.arrivals);
    Millis request{0};
    for (std::uint32_t stage = 0; stage < client.stages(); ++stage) {
      request += instance.jobs[client.tasks.first + stage].total();
    }
    if (closed != nullptr && closed->think == Millis{0} && request == Millis{0}) {
      throw InputError(problem.file, client.mark,
                       "client '" + client.name + "' asks again and again for what takes no time, expected think, or " +
                           "requests that take some");
    }
  }
}

/// Everything that runs of one problem have in common.
struct Runs {
  const Fleet& fleet;
  const order::Dealt& dealt;
  const ClientsSettings& settings;
  evaluate::ClientRun run;
  std::span<const ClientFigures> alone;

  const Instance& instance() const { return fleet.tasks(); }
  ClientsFigures figures(const Plan& plan, const evaluate::ClientRun& other) const {
    return client_figures(instance().clients, evaluate::simulate_clients(instance(), plan, other), alone);
  }
};

/// The setting that a search finds for a policy of which nothing is set; nothing: there is none to find.
std::optional<FoundSetting> found_setting(const NamedPolicy& policy, const Runs& runs) {
  if (!policy.settings.empty()) {
    return std::nullopt;
  }
  double rate = 0;
  for (const ClientFigures& client : runs.alone) {
    rate += client.rate.value;
  }
  const auto attempt = [&](const Settings& settings, Millis horizon, std::uint64_t seed) {
    const Planned planned = plan_of({policy.policy, settings}, runs.fleet, runs.dealt, runs.settings.options);
    return runs.figures(planned.plan, {.seed = seed, .horizon = horizon});
  };
  constexpr std::uint64_t kOther = 0x9e37;  // requests of the search are not those of the figures that are shown
  return search_setting(*policy.policy, runs.instance(),
                        {.attempt = attempt,
                         .clients = runs.instance().clients.all,
                         .horizon = runs.run.horizon,
                         .requests_per_ms = rate / 1000,
                         .seed = runs.run.seed ^ kOther,
                         .jobs = runs.settings.jobs});
}

/// What is set is set of clients: of their tasks the first stands for all.
void by_client(const ClientSet& clients, std::vector<ShareSetting>& settings) {
  std::vector<ShareSetting> told;
  for (ShareSetting& setting : settings) {
    for (std::uint32_t& task : setting.tasks) {
      for (const Client& client : clients.all) {
        task = client.tasks.has(task) ? client.tasks.first : task;
      }
    }
    setting.tasks.erase(std::unique(setting.tasks.begin(), setting.tasks.end()), setting.tasks.end());
    if (std::find(told.begin(), told.end(), setting) == told.end()) {
      told.push_back(std::move(setting));
    }
  }
  settings = std::move(told);
}

/// By task, for what is said of settings.
std::vector<std::string> client_names(const ClientSet& clients, std::size_t tasks) {
  std::vector<std::string> names(tasks);
  for (const Client& client : clients.all) {
    std::fill_n(names.begin() + client.tasks.first, client.tasks.count, client.name);
  }
  return names;
}

ClientsResult result_of(NamedPolicy policy, const Runs& runs) {
  const std::optional<FoundSetting> found = found_setting(policy, runs);
  if (found) {
    policy.settings = found->settings;
  }
  Planned planned = plan_of(policy, runs.fleet, runs.dealt, runs.settings.options);
  ClientsResult result{.policy = policy.name(), .plan = std::move(planned.plan), .figures = {}};
  if (result.plan.share && !policy.settings.empty()) {
    result.policy = policy.policy->name + result.plan.share->settings.text();  // as it is, not as it was written
  }
  const evaluate::ClientsOutcome outcome = evaluate::simulate_clients(runs.instance(), result.plan, runs.run);
  result.figures = client_figures(runs.instance().clients, outcome, runs.alone);
  add_latency_curves(result.figures.clients, outcome);
  if (result.plan.share && planned.timeline) {
    result.settings =
        share_settings(result.plan, *planned.timeline, static_cast<std::uint32_t>(runs.instance().chip->sm.count));
    by_client(runs.instance().clients, result.settings);
  }
  if (found) {
    result.runs = found->runs;
  }
  return result;
}

/// By how much clients miss their goals, relative to these.
double excess(const ClientsFigures& figures) {
  double excess = 0;
  for (const ClientFigures& client : figures.clients) {
    if (client.goal_kept) {
      continue;
    }
    if (const auto* latency = std::get_if<LatencyGoal>(&*client.goal)) {
      const double reached =
          client.reached ? client.reached->high.value_or(client.reached->value) / latency->latency : 1e6;
      excess += std::max(0.0, reached - 1) + static_cast<double>(client.unfinished);
    } else if (const auto* rate = std::get_if<RateGoal>(&*client.goal)) {
      excess += 1 - client.rate.value / rate->rate.value;
    } else {
      excess += 1 - client.of_alone.value_or(0) / std::get<SpeedGoal>(*client.goal).part;
    }
  }
  return excess;
}

/// What the clients without a goal get, of all where each has one: what is to be large among plans that keep as many.
double left_for_the_rest(const ClientsFigures& figures) {
  double rest = 0;
  for (const ClientFigures& client : figures.clients) {
    rest += client.goal ? 0 : client.of_alone.value_or(0);
  }
  return figures.goals < figures.clients.size() ? rest : figures.throughput;
}

}  // namespace

bool is_better(const ClientsFigures& a, const ClientsFigures& b) {
  if (a.goals_kept != b.goals_kept) {
    return a.goals_kept > b.goals_kept;
  }
  const double less = a.goals_kept < a.goals ? excess(b) - excess(a) : 0;
  return less != 0 ? less > 0 : left_for_the_rest(a) > left_for_the_rest(b);
}

ClientComparison compare_clients(const Problem& problem, const std::vector<NamedPolicy>& policies,
                                 const ClientsSettings& settings,
                                 const std::function<void(const std::string&)>& progress) {
  const Instance& instance = problem.fleet.tasks();
  check_that_time_passes(problem);
  const Millis horizon = settings.horizon > Millis{0} ? settings.horizon : instance.clients.horizon;
  const evaluate::ClientRun run{.seed = settings.options.seed, .horizon = horizon};
  ClientComparison comparison{.workload = problem.workload,
                              .task_names = client_names(instance.clients, instance.size()),
                              .device = settings.device,
                              .basis = problem.basis,
                              .horizon = horizon,
                              .warm_up = evaluate::warm_up(instance.clients, horizon),
                              .seed = settings.options.seed,
                              .clients = instance.clients.all,
                              .alone = std::vector<ClientFigures>(instance.clients.all.size()),
                              .load = offered_load(instance),
                              .results = {},
                              .skipped = {},
                              .failed = {}};
  const order::Dealt dealt = order::deal(problem.fleet, settings.options);
  const Plan unshared = unshared_plan(problem.fleet, dealt, settings.options);
  const auto tell = [&](const std::string& text) { progress(problem.workload + ": " + text); };
  tell("each client alone");
  in_parallel(settings.jobs, comparison.alone.size(),
              [&](std::size_t client) { comparison.alone[client] = alone(instance, client, unshared, run); });
  const Runs runs{problem.fleet, dealt, settings, run, comparison.alone};
  std::vector<std::optional<ClientsResult>> results(policies.size());
  std::vector<std::string> failures(policies.size());
  for (std::size_t i = 0; i < policies.size(); ++i) {
    tell(policies[i].name());
    try {
      results[i] = result_of(policies[i], runs);
    } catch (const InputError&) {
      throw;
    } catch (const std::runtime_error& error) {
      failures[i] = error.what();
    } catch (const std::logic_error& error) {
      failures[i] = error.what();
    }
  }
  for (std::size_t i = 0; i < policies.size(); ++i) {
    if (results[i]) {
      const Plan& plan = results[i]->plan;
      comparison.basis.assume(assumed_numbers(problem.fleet, plan));
      if (plan.share && plan.share->switches_context && instance.family_setup_range) {
        comparison.basis.assume(std::vector<std::string>{kContextSwitchPath});
      }
      comparison.results.push_back(std::move(*results[i]));
    } else {
      comparison.failed.push_back({policies[i].name(), failures[i]});
    }
  }
  if (comparison.results.empty() && !comparison.failed.empty()) {
    throw std::runtime_error(
        fmt::format("policy {}: {}", comparison.failed.front().policy, comparison.failed.front().reason));
  }
  std::stable_sort(comparison.results.begin(), comparison.results.end(),
                   [](const ClientsResult& a, const ClientsResult& b) { return is_better(a.figures, b.figures); });
  return comparison;
}

}  // namespace warpshop::study
