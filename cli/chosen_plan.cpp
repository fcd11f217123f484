#include "cli/chosen_plan.hpp"

#include <CLI/CLI.hpp>

#include "cli/common_options.hpp"
#include "cli/given_order.hpp"
#include "sim/model/error.hpp"
#include "sim/order/fleet/fleet_plan.hpp"

namespace warpshop::cli {
namespace {

constexpr const char* kDefaultPolicy = "neh-gpu";
/// What a plan is called whose order the user gave without a policy.
constexpr const char* kGiven = "given";

/// Throws InputError, which says a way out if the user named no policy.
void check_policy(const PlanChoice& choice, const order::Policy& policy, const Workload& workload,
                  Objective objective) {
  if (!choice.policy && workload.size() > policy.limits.at_most) {
    throw InputError(workload.file, {},
                     "this workload has " + std::to_string(workload.size()) + " tasks, policy " + policy.name +
                         ", which plans if none is named, expected at most " + std::to_string(policy.limits.at_most) +
                         "; --policy fifo takes any number");
  }
  order::check_applicable(policy, workload, objective);
}

ChosenPlan plan_by_policy(const PlanChoice& choice, const order::Options& options, const Workload& workload,
                          const Problem& problem) {
  const order::Policy& policy = order::find_policy(choice.policy.value_or(kDefaultPolicy));
  check_policy(choice, policy, workload, options.objective);
  return {.policy = policy.name, .planned = order::plan(policy, problem.fleet, options)};
}

/// Throws InputError: a task stands before one that it comes after.
void check_precedence(const Problem& problem, const Order& order) {
  std::vector<std::size_t> place(order.size());
  for (std::size_t position = 0; position < order.size(); ++position) {
    place[order[position]] = position;
  }
  for (const Precedence& pair : problem.fleet.tasks().precedence) {
    if (place[pair.after] < place[pair.before]) {
      throw InputError("--order: '" + problem.task_names[pair.after] + "' stands before '" +
                       problem.task_names[pair.before] + "', which it comes after, expected it behind");
    }
  }
}

ChosenPlan plan_as_given(const PlanChoice& choice, const order::Options& options, const Workload& workload,
                         const Problem& problem) {
  ChosenPlan chosen;
  Submission submission = Submission::ordered;
  if (choice.policy) {
    const order::Policy& policy = order::find_policy(*choice.policy);
    chosen.policy = policy.name;
    chosen.order_given = true;
    submission = policy.submission;
  } else {
    chosen.policy = kGiven;
  }
  order::check_objective("a given order", workload, options.objective);
  const Order order = parse_order(*choice.order, problem.task_names);
  if (submission == Submission::ordered) {
    check_precedence(problem, order);
  }
  chosen.planned = order::plan_as_given(problem.fleet, order, submission, options);
  return chosen;
}

}  // namespace

void add_plan_choice(CLI::App& command, PlanChoice& choice) {
  command.add_option("--policy", choice.policy, "one of: " + policy_names() + "; neh-gpu if none is named")
      ->type_name("NAME");
  command
      .add_option("--order", choice.order,
                  "this order instead of a policy's, tasks by position from 0 or by name, like 1,2,0,3; with "
                  "--policy hyperq the order of submission to its streams")
      ->type_name("LIST");
}

void check_plan_choice(const PlanChoice& choice) {
  if (choice.order && choice.policy && order::find_policy(*choice.policy).submission == Submission::ordered) {
    throw InputError("--order and --policy " + *choice.policy +
                     ", which has an order of its own, expected one of them, or --policy hyperq");
  }
}

ChosenPlan choose_plan(const PlanChoice& choice, const order::Options& options, const Workload& workload,
                       const Problem& problem, const std::function<void(const std::string&)>& progress) {
  if (!choice.order) {
    progress("planning (" + choice.policy.value_or(kDefaultPolicy) + ")");
  }
  const auto start = std::chrono::steady_clock::now();
  ChosenPlan chosen = choice.order ? plan_as_given(choice, options, workload, problem)
                                   : plan_by_policy(choice, options, workload, problem);
  chosen.planning = std::chrono::steady_clock::now() - start;
  return chosen;
}

}  // namespace warpshop::cli
