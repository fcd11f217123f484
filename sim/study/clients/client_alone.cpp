#include "sim/study/clients/client_alone.hpp"

#include <span>
#include <string>

#include "sim/study/all_policies.hpp"
#include "sim/study/clients/client_figures.hpp"
#include "sim/study/clients/latency_curve.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

ClientFigures client_alone(const Instance& instance, std::size_t number, const Plan& plan,
                           const evaluate::ClientRun& run) {
  Instance only = instance;
  only.clients.all = {instance.clients.all[number]};
  evaluate::ClientRun same = run;  // the same time counts as beside the others
  same.warm_up = warpshop::warm_up(instance.clients, run.horizon > Millis{0} ? run.horizon : instance.clients.horizon);
  const ClientsOutcome outcome = evaluate::simulate_clients(only, plan, same);
  ClientFigures figures = client_figures(only.clients, outcome).clients.front();
  add_latency_curves(std::span(&figures, 1), outcome);
  return figures;
}

Plan unshared_plan(const Fleet& fleet, const order::Dealt& dealt, const PlanOptions& options) {
  const std::string name = fleet.tasks().chip ? "leftover" : as_listed().name;
  return plan_of(named_policy(name), fleet, dealt, options).plan;
}

}  // namespace warpshop::study
