#include "sim/study/clients/compared_clients.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
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
#include "sim/study/assumed_use.hpp"
#include "sim/study/clients/assumed_ends.hpp"
#include "sim/study/clients/client_alone.hpp"
#include "sim/study/clients/client_figures.hpp"
#include "sim/study/clients/client_ranking.hpp"
#include "sim/study/clients/client_settings.hpp"
#include "sim/study/clients/latency_curve.hpp"
#include "sim/study/clients/over_assumed.hpp"
#include "sim/study/clients/search_time_left.hpp"
#include "sim/study/clients/setting_search.hpp"
#include "sim/study/in_parallel.hpp"

namespace warpshop::study {
namespace {

/// Throws InputError: users who neither think nor wait for anything would ask for ever at one instant; and those who
/// wait for so little that more than kMostRequests come, as many as may come by themselves.
void check_users(const Problem& problem, Millis horizon) {
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
    const double most =
        closed == nullptr ? 0
                          : horizon / std::max(request, (closed->think + request) / static_cast<double>(closed->users));
    if (most > static_cast<double>(kMostRequests)) {
      throw InputError(problem.file, client.mark,
                       fmt::format("the client '{}' alone asks more than {} times until the horizon, expected at most "
                                   "that: a shorter horizon, think, or requests that take longer",
                                   client.name, kMostRequests));
    }
  }
}

/// Everything that runs of one problem have in common.
struct Runs {
  const Fleet& fleet;
  const order::Dealt& dealt;
  const ClientsSettings& settings;
  evaluate::ClientRun run;
  const Instance& instance;  ///< what is simulated: of the fleet, or what it is at an end of what is assumed
  std::span<const ClientFigures> alone;

  ClientsFigures figures(const Plan& plan, const evaluate::ClientRun& other) const {
    return client_figures(instance.clients, evaluate::simulate_clients(instance, plan, other), alone);
  }
};

/// The setting that a search finds for a policy of which no number is set; nothing: there is none to find.
std::optional<FoundSetting> found_setting(const NamedPolicy& policy, const Runs& runs,
                                          const std::function<void(std::size_t, double)>& tried) {
  if (!policy.settings.by_option().empty()) {
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
  return search_setting(*policy.policy, runs.instance,
                        {.attempt = attempt,
                         .tried = tried,
                         .clients = runs.instance.clients.all,
                         .horizon = runs.run.horizon,
                         .requests_per_ms = rate / 1000,
                         .words = policy.settings,
                         .seed = runs.run.seed ^ kOther,
                         .jobs = runs.settings.jobs});
}

/// By task, for what is said of settings.
std::vector<std::string> client_names(const ClientSet& clients, std::size_t tasks) {
  std::vector<std::string> names(tasks);
  for (const Client& client : clients.all) {
    std::fill_n(names.begin() + client.tasks.first, client.tasks.count, client.name);
  }
  return names;
}

ClientsResult result_of(NamedPolicy policy, const Runs& runs, const std::function<void(std::size_t, double)>& tried) {
  const std::optional<FoundSetting> found = found_setting(policy, runs, tried);
  if (found) {
    policy.settings = found->settings;
  }
  Planned planned = plan_of(policy, runs.fleet, runs.dealt, runs.settings.options);
  ClientsResult result{.policy = policy.name(), .plan = std::move(planned.plan), .figures = {}};
  if (result.plan.share && !policy.settings.empty()) {
    result.policy = policy.policy->name + result.plan.share->settings.text();  // as it is, not as it was written
  }
  const ClientsOutcome outcome = evaluate::simulate_clients(runs.instance, result.plan, runs.run);
  result.figures = client_figures(runs.instance.clients, outcome, runs.alone);
  add_latency_curves(result.figures.clients, outcome);
  if (result.plan.share && planned.timeline) {
    result.settings =
        share_settings(result.plan, *planned.timeline, static_cast<std::uint32_t>(runs.instance.chip->sm.count));
    by_client(runs.instance.clients, result.settings);
    result.to_set = client_settings(runs.instance.clients, result.plan, result.settings);
  }
  if (found) {
    result.runs = found->runs;
  }
  return result;
}

/// What a client that does not keep its goal with the GPU to itself is told before anything is searched.
std::string out_of_reach(const ClientFigures& client) {
  return client.name + " does not keep its goal with the GPU to itself: no setting can";
}

/// What is found where a result that was searched for does worst over what is assumed, if that turns one of its goals.
/// Of the first `many` results.
std::vector<ClientsResult> found_at_worst(const std::vector<ClientsResult>& results, std::size_t many,
                                          const std::vector<std::shared_ptr<const AssumedEnd>>& worst, const Runs& runs,
                                          const std::function<void(const std::string&)>& tell) {
  std::vector<ClientsResult> all;
  for (std::size_t i = 0; i < many; ++i) {
    const std::vector<ClientFigures>& clients = results[i].figures.clients;
    const bool turns = std::any_of(clients.begin(), clients.end(), [](const auto& client) { return client.turns(); });
    if (!results[i].runs || !turns || !worst[i]) {
      continue;
    }
    NamedPolicy policy = named_policy(results[i].asked.front());
    const Runs at_end{runs.fleet, runs.dealt, runs.settings, runs.run, worst[i]->instance, worst[i]->alone};
    const std::optional<FoundSetting> found = found_setting(policy, at_end, [&](std::size_t tried, double /*part*/) {
      tell(fmt::format("{} where it does worst over what is assumed: {} settings tried", policy.name(), tried));
    });
    if (found) {
      policy.settings = found->settings;
      ClientsResult result = result_of(policy, runs, [](std::size_t, double) {});
      result.runs = found->runs;
      result.asked = results[i].asked;
      all.push_back(std::move(result));
    }
  }
  return all;
}

/// One that is named and one that is found may be the same: the first of them stays.
void keep_one_of_each(std::vector<ClientsResult>& results) {
  std::vector<ClientsResult> kept;
  for (ClientsResult& result : results) {
    const auto same =
        std::find_if(kept.begin(), kept.end(), [&](const auto& other) { return other.policy == result.policy; });
    if (same == kept.end()) {
      kept.push_back(std::move(result));
    } else {
      same->asked.insert(same->asked.end(), result.asked.begin(), result.asked.end());
    }
  }
  results = std::move(kept);
}

}  // namespace

ClientComparison compare_clients(const Problem& problem, const std::vector<NamedPolicy>& policies,
                                 const ClientsSettings& settings,
                                 const std::function<void(const std::string&)>& progress,
                                 const std::function<void(const std::string&)>& early) {
  const Instance& instance = problem.fleet.tasks();
  const Millis horizon = settings.horizon > Millis{0} ? settings.horizon : instance.clients.horizon;
  check_users(problem, horizon);
  const evaluate::ClientRun run{
      .seed = settings.options.seed, .horizon = horizon, .window = {}, .warm_up = settings.warm_up};
  ClientComparison comparison{.workload = problem.workload,
                              .task_names = client_names(instance.clients, instance.size()),
                              .device = settings.device,
                              .basis = problem.basis,
                              .horizon = horizon,
                              .warm_up = settings.warm_up.value_or(warpshop::warm_up(instance.clients, horizon)),
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
              [&](std::size_t client) { comparison.alone[client] = client_alone(instance, client, unshared, run); });
  for (const ClientFigures& client : comparison.alone) {
    if (client.goal && client.verdict == Verdict::missed) {
      early(out_of_reach(client));
    }
  }
  const Runs runs{problem.fleet, dealt, settings, run, instance, comparison.alone};
  std::vector<std::optional<ClientsResult>> results(policies.size());
  std::vector<std::string> failures(policies.size());
  TimeLeft time_left(policies);
  for (std::size_t i = 0; i < policies.size(); ++i) {
    tell(policies[i].name());
    try {
      results[i] = result_of(policies[i], runs, [&](std::size_t runs_so_far, double part) {
        tell(fmt::format("{} of {} ways of sharing, {}: {} settings tried{}", i + 1, policies.size(),
                         policies[i].name(), runs_so_far, time_left.after(i, part)));
      });
      results[i]->asked = {policies[i].name()};
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
      comparison.basis.assume(assumed_use(instance, plan));
      comparison.basis.assume(assumed_times(instance, plan));
      comparison.results.push_back(std::move(*results[i]));
    } else {
      comparison.failed.push_back({policies[i].name(), failures[i]});
    }
  }
  if (comparison.results.empty() && !comparison.failed.empty()) {
    throw std::runtime_error(
        fmt::format("policy {}: {}", comparison.failed.front().policy, comparison.failed.front().reason));
  }
  const auto rank = [&] {  // of equal ones those first that have no numbers to set
    std::stable_sort(
        comparison.results.begin(), comparison.results.end(), [](const ClientsResult& a, const ClientsResult& b) {
          return is_better(a.figures, b.figures) || (!is_better(b.figures, a.figures) && !a.runs && b.runs);
        });
  };
  rank();
  keep_one_of_each(comparison.results);
  if (settings.over_assumed && problem.prepared_for) {
    tell("what is assumed, at its ends");
    const std::size_t as_assumed = comparison.results.front().figures.goals_kept;
    const auto worst = judge_over_assumed(problem, unshared, run, settings.jobs, comparison.results);
    const auto surely =
        std::find_if(comparison.results.begin(), comparison.results.end(),
                     [&](const ClientsResult& result) { return result.figures.goals_kept >= as_assumed; });
    const auto better = static_cast<std::size_t>(surely - comparison.results.begin());  // as it looked
    std::vector<ClientsResult> found = found_at_worst(comparison.results, better, worst, runs, tell);
    judge_over_assumed(problem, unshared, run, settings.jobs, found);
    std::move(found.begin(), found.end(), std::back_inserter(comparison.results));
    rank();
    keep_one_of_each(comparison.results);
  }
  return comparison;
}

}  // namespace warpshop::study
