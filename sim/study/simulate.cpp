#include "sim/study/simulate.hpp"

#include <algorithm>
#include <utility>

#include "sim/evaluate/copy_speeds.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/plan_energy.hpp"
#include "sim/evaluate/shared_pieces.hpp"
#include "sim/model/job_times.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/assumed_cost_range.hpp"
#include "sim/study/assumed_use.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

Simulation simulate(Problem problem, ChosenPlan chosen, const SimulationSettings& settings) {
  const Instance& tasks = problem.fleet.tasks();
  Simulation simulation;
  simulation.workload = std::move(problem.workload);
  simulation.task_names = std::move(problem.task_names);
  simulation.device = settings.device;
  simulation.basis = std::move(problem.basis);
  if (!problem.fleet.single()) {
    simulation.fleet = problem.fleet.names;
  }
  simulation.engine = settings.engine.asked.name;
  simulation.policy = std::move(chosen.policy);
  simulation.as_listed = simulation.policy == as_listed().name;
  simulation.seeks_optimum = chosen.planned.seeks_optimum;
  simulation.chooses_gates = chosen.planned.chooses_gates;
  simulation.order_given = chosen.order_given;
  simulation.ranked = chosen.ranked;
  simulation.plan = std::move(chosen.planned.plan);
  simulation.predicted = chosen.planned.predicted;
  simulation.objective = settings.objective;
  const Millis bound_of_its_kind =
      LowerBounds(problem.fleet, simulation.objective, simulation.plan.share.has_value()).of(simulation.plan);
  simulation.lower_bound = std::min(bound_of_its_kind, problem.sharing_bound.value_or(bound_of_its_kind));
  simulation.timeline = checked_timeline(settings.engine, problem.fleet, simulation.plan, simulation.objective,
                                         bound_of_its_kind, chosen.planned.timeline.get());
  simulation.cost = evaluate::cost(tasks, simulation.timeline, simulation.objective);
  simulation.proven_optimal = chosen.planned.proven_optimal || !clearly_less(bound_of_its_kind, simulation.cost);
  simulation.recorded = problem.recorded;
  if (simulation.recorded) {
    const bool refuted = !simulation.recorded->admits_proof(simulation.timeline.makespan);
    simulation.proven_optimal = simulation.proven_optimal && !refuted;
    if (simulation.objective == Objective::makespan) {
      simulation.lower_bound = std::min(simulation.lower_bound, simulation.recorded->recorded);
    }
  }
  if (simulation.plan.share) {
    simulation.sharing = sharing_metrics(tasks, simulation.timeline);
    simulation.loads = evaluate::resource_loads(tasks, simulation.plan, simulation.timeline);
    simulation.settings = share_settings(simulation.plan, simulation.timeline, sms_of(tasks));
  }
  simulation.energy = evaluate::energy(problem.fleet, simulation.plan, simulation.timeline);
  simulation.assumed_costs = assumed_costs(problem.fleet, simulation.plan, simulation.objective);
  if (simulation.assumed_costs) {
    simulation.basis.assume(std::vector<std::string>{kContextSwitchPath});
  }
  simulation.basis.assume(assumed_numbers(problem.fleet, simulation.plan));
  simulation.basis.assume(assumed_use(problem.fleet.tasks(), simulation.plan));
  if (simulation.plan.share && evaluate::goes_in_waves(simulation.plan)) {
    simulation.basis.simplified = evaluate::kInWaves;
  }
  if (settings.copy_speeds) {
    simulation.copy_speeds = evaluate::copy_speeds(problem.fleet, simulation.timeline);
  }
  if (!settings.record.empty()) {
    settings.engine.asked.record(problem.fleet, simulation.plan, settings.record);
  }
  simulation.releases = releases_of(tasks);
  simulation.due = tasks.due;
  simulation.jobs = job_times(problem.jobs, simulation.timeline);
  if (settings.timing) {
    simulation.planning = chosen.planning;
  }
  return simulation;
}

}  // namespace warpshop::study
