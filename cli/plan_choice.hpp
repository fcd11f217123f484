#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "sim/model/policy.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/simulate.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// Which plan a command that takes one is to use.
struct PlanChoice {
  std::optional<std::string> policy;
  std::optional<std::string> order;
};

/// by_default: the policy that plans if none is named, for the help text.
void add_plan_choice(CLI::App& command, PlanChoice& choice, const std::string& by_default);

/// Whether the policy that is named has kernels share the GPU. Throws InputError: there is no such policy.
bool names_sharing(const PlanChoice& choice);

/// Throws InputError: a policy whose order is its own, and another order.
void check_plan_choice(const PlanChoice& choice);

/// By the policy, neh-gpu if none is named, or in the order given. Throws InputError: a workload that the policy cannot
/// honour, an order that is none. progress(text) tells what goes on.
study::ChosenPlan choose_plan(const PlanChoice& choice, const PlanOptions& options, const Workload& workload,
                              const study::Problem& problem, const std::function<void(const std::string&)>& progress,
                              std::span<const Device> shared = {});

}  // namespace warpshop::cli
