#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// When a search that has proven nothing stops. Counting evaluations, it gives the same answer on every machine; by the
/// clock, it does not.
struct Budget {
  std::optional<std::int64_t> evaluations;  ///< of whole orders, > 0; none: what the policy finds sensible
  std::optional<Millis> time;               ///< > 0; replaces the evaluations
};

/// What a user may set for the policies that can use it.
struct PlanOptions {
  std::uint64_t seed = 1;
  Objective objective = Objective::makespan;
  Budget budget = {};
  std::vector<double> split = {};  ///< what the user set of a way of sharing; empty: the policy chooses
  Pairing pairing = {};            ///< its seed is that of these options
  std::vector<Plan> starts = {};   ///< for a policy that starts from plans of others, see Sharing::starts_from
};

/// What a policy answers: a plan, and what the plan costs in the policy's own model.
struct Planned {
  Plan plan;
  Millis predicted{0};
  bool proven_optimal = false;  ///< no plan of those that the policy chooses from is better by more than 1e-9
  bool seeks_optimum = false;   ///< the policy tries to prove that
  bool chooses_gates = false;   ///< it chooses from orders with gates; else from orders alone
  std::optional<Millis> lower_bound = {};  ///< what none of them costs less than in that model, where that was sought
  std::shared_ptr<const Timeline> timeline = {};  ///< of the plan, where its evaluation has been kept
};

/// How a policy predicts.
enum class PredictionModel : std::uint8_t {
  contended,  ///< the instance as it is
  constant,   ///< without_contention(instance)
};

/// What a policy can be asked for.
enum class Aim : std::uint8_t {
  any,       ///< any objective: it makes the one that is asked for small, or looks at none
  makespan,  ///< C_max alone
};

/// Numbers of tasks; fixed, so that the same input gives the same output on every machine.
struct SizeLimits {
  std::size_t in_all;   ///< beyond it `all` leaves the policy out
  std::size_t at_most;  ///< beyond it the policy refuses
};

/// Why somebody cannot plan a workload.
struct Refusal {
  std::string what;            ///< with what was expected
  Mark mark = {};              ///< at the task, if it is one that is in the way
  bool of_the_device = false;  ///< no workload could do anything about it
};

/// What a way of sharing asks for.
struct Sharing {
  static constexpr std::size_t kNoNumber = ~std::size_t{0};
  bool needs_shapes = false;          ///< of every kernel: what its CTAs take, and how it scales
  std::size_t most_numbers = 0;       ///< that a user may set behind its name, as PlanOptions::split
  std::string_view numbers = {};      ///< what they are, for help and errors
  std::string_view starts_from = {};  ///< an ordering policy whose plan it starts from; empty: none
  std::size_t zero_from = kNoNumber;  ///< from this one on 0 is a number as well
  bool needs_mig = false;             ///< of the chip
  bool needs_limits = false;          ///< MPS limits: compute capability 7.0 or more
  bool while_running = false;         ///< it sets anew what kernels hold while they run: nobody can set it once
  bool several_processes = false;     ///< every client is a process, whose own threads issue its commands
  bool switches_context = false;      ///< between clients, which takes Instance::family_setup
  bool one_process = false;           ///< runs all kernels in one context: there are no families
};

/// A way of ordering tasks, or of sharing the GPU between their kernels. Deterministic: the same instance and options
/// give the same answer.
struct Policy {
  std::string name;
  std::string_view summary;
  SizeLimits limits;
  PredictionModel model;
  Aim aim;
  Submission submission;
  Planned (*plan)(const Instance& instance, const PlanOptions& options);
  std::optional<Sharing> sharing = {};  ///< of a way of sharing; nothing: kernels run one at a time
  std::string_view shares_as = {};      ///< of an order: the way of sharing that it is where kernels can share
  bool baseline = false;  ///< what others are held against: nobody would choose it who has them, see choose_policies()
};

}  // namespace warpshop
