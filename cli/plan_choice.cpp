#include "cli/plan_choice.hpp"

#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/common_options.hpp"
#include "sim/model/error.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/order/policies.hpp"
#include "sim/study/given_order.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::cli {
namespace {

constexpr const char* kDefaultPolicy = "neh-gpu";
/// What a plan is called whose order the user gave without a policy.
constexpr const char* kGiven = "given";

/// Throws InputError, which says a way out if the user named no policy.
void check_policy(const PlanChoice& choice, const Policy& policy, const Workload& workload, Objective objective) {
  if (!choice.policy && workload.size() > policy.limits.at_most) {
    throw InputError(workload.file, workload.tasks.front().mark,
                     "this workload has " + std::to_string(workload.size()) + " tasks, policy " + policy.name +
                         ", which plans if none is named, expected at most " + std::to_string(policy.limits.at_most) +
                         "; --policy fifo takes any number");
  }
  order::check_applicable(policy, workload, objective);
}

study::ChosenPlan plan_by_policy(const PlanChoice& choice, const PlanOptions& options, const Workload& workload,
                                 const study::Problem& problem, std::span<const Device> shared) {
  const study::NamedPolicy named = study::named_policy(choice.policy.value_or(kDefaultPolicy));
  if (named.policy->sharing) {
    study::choose_policies({named.policy->name}, workload, options.objective, shared);  // throws
  } else {
    check_policy(choice, *named.policy, workload, options.objective);
  }
  const order::Dealt dealt = order::deal(problem.fleet, options);
  const auto orders = named.orders();
  return {.policy = named.name(),
          .planned = orders ? order::random_orders(problem.fleet, dealt, options, *orders).median
                            : study::plan_of(named, problem.fleet, dealt, options)};
}

/// Throws InputError: a task stands before one that it comes after, or on another device.
void check_precedence(const study::Problem& problem, const study::GivenOrder& given, bool ordered) {
  std::vector<std::pair<std::size_t, std::size_t>> place(problem.task_names.size());  // device, then position there
  for (std::size_t device = 0; device < given.parts.size(); ++device) {
    for (std::size_t position = 0; position < given.parts[device].size(); ++position) {
      place[given.parts[device][position]] = {device, position};
    }
  }
  for (const Precedence& pair : problem.fleet.tasks().precedence) {
    const auto& before = place[pair.before];
    const auto& after = place[pair.after];
    if (before.first != after.first) {
      throw InputError("--order: '" + problem.task_names[pair.after] + "' is on another device than '" +
                       problem.task_names[pair.before] + "', which it comes after, expected both on one");
    }
    if (ordered && after.second < before.second) {
      throw InputError("--order: '" + problem.task_names[pair.after] + "' stands before '" +
                       problem.task_names[pair.before] + "', which it comes after, expected it behind");
    }
  }
}

/// What of the plan the order does not say. Empty: nothing.
std::string note_on(const study::GivenOrder& given, const study::Problem& problem) {
  std::string text;
  if (given.gates_unsaid) {
    text = "which copies its gates hold back (tables only count them), so this plan has no gates";
  }
  if (!problem.fleet.single() && !given.by_device) {
    text += text.empty() ? "" : ", nor ";
    text += "what each device has, so tasks are dealt anew";
  }
  return text.empty()
             ? ""
             : "--order does not say " + text + "; `order_text` in json and csv does, and the line `order` of simulate";
}

study::ChosenPlan plan_as_given(const PlanChoice& choice, const PlanOptions& options, const Workload& workload,
                                const study::Problem& problem) {
  study::ChosenPlan chosen;
  Submission submission = Submission::ordered;
  if (choice.policy) {
    const Policy& policy = *study::named_policy(*choice.policy).policy;
    chosen.policy = policy.name;
    chosen.order_given = true;
    submission = policy.submission;
  } else {
    chosen.policy = kGiven;
  }
  order::check_objective(workload, options.objective);
  const study::GivenOrder given = study::parse_order(*choice.order, problem.task_names, problem.fleet.names);
  if (given.streams && submission != Submission::streams) {
    throw InputError("--order: 'streams:' marks an order of submission to streams, expected --policy hyperq beside it");
  }
  if (submission == Submission::streams && !given.gates.empty()) {
    throw InputError("--order: gates hold back copies of ordered submission, expected none for streams");
  }
  if (!problem.basis.issued.empty() && !given.gates.empty()) {
    throw InputError("--order: a copy cannot wait for one that is issued later, and commands are issued " +
                     problem.basis.issued + ", expected no gates");
  }
  chosen.note = note_on(given, problem);
  check_precedence(problem, given, submission == Submission::ordered);
  try {
    chosen.planned = given.by_device
                         ? order::plan_as_given(problem.fleet, given.parts, submission, options, given.gates)
                         : order::plan_as_given(problem.fleet, given.parts.front(), submission, options, given.gates);
  } catch (const InputError& error) {
    throw InputError("--order: " + std::string{error.message()});
  }
  return chosen;
}

}  // namespace

void add_plan_choice(CLI::App& command, PlanChoice& choice, const std::string& by_default) {
  trimmed(command.add_option("--policy", choice.policy,
                             "one of: " + policy_names() + "; " + by_default +
                                 " if none is named; of random:1000 the median one of so many"))
      ->type_name("NAME");
  command
      .add_option("--order", choice.order,
                  "this order instead of a policy's, tasks by position from 0 or by name, like 1,2,0,3, or as "
                  "`simulate` prints it, like BS-TM-MM-VA; with --policy hyperq the order of submission to its streams")
      ->type_name("LIST");
}

bool names_sharing(const PlanChoice& choice) {
  return choice.policy && study::named_policy(*choice.policy).policy->sharing;
}

void check_plan_choice(const PlanChoice& choice) {
  if (!choice.order || !choice.policy) {
    return;
  }
  const Policy& policy = *study::named_policy(*choice.policy).policy;
  if (policy.submission == Submission::ordered || policy.sharing) {
    throw InputError("--order and --policy " + *choice.policy +
                     ", which has an order of its own, expected one of them, or --policy hyperq");
  }
}

study::ChosenPlan choose_plan(const PlanChoice& choice, const PlanOptions& options, const Workload& workload,
                              const study::Problem& problem, const std::function<void(const std::string&)>& progress,
                              std::span<const Device> shared) {
  if (!choice.order) {
    progress("planning (" + choice.policy.value_or(kDefaultPolicy) + ")");
  }
  const auto start = std::chrono::steady_clock::now();
  study::ChosenPlan chosen = choice.order ? plan_as_given(choice, options, workload, problem)
                                          : plan_by_policy(choice, options, workload, problem, shared);
  chosen.planning = std::chrono::steady_clock::now() - start;
  return chosen;
}

}  // namespace warpshop::cli
