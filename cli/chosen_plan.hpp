#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "cli/problem.hpp"
#include "sim/model/workload.hpp"
#include "sim/order/policy.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// Which plan a command that takes one is to use.
struct PlanChoice {
  std::optional<std::string> policy;
  std::optional<std::string> order;
};

/// The plan, and what it is called.
struct ChosenPlan {
  std::string policy;
  order::Planned planned;
  bool order_given = false;  ///< by the user, for a policy that says how it is submitted
  std::size_t ranked = 0;    ///< so many policies were compared, and this one came first; 0: it was asked for
  std::chrono::duration<double, std::micro> planning{0};
  std::string note = {};  ///< what the user is to know of it; empty: nothing
};

/// by_default: the policy that plans if none is named, for the help text.
void add_plan_choice(CLI::App& command, PlanChoice& choice, const std::string& by_default);

/// Throws InputError: a policy whose order is its own, and another order.
void check_plan_choice(const PlanChoice& choice);

/// By the policy, neh-gpu if none is named, or in the order given. Throws InputError: a workload that the policy cannot
/// honour, an order that is none. progress(text) tells what goes on.
ChosenPlan choose_plan(const PlanChoice& choice, const order::Options& options, const Workload& workload,
                       const Problem& problem, const std::function<void(const std::string&)>& progress);

}  // namespace warpshop::cli
