#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

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
  Settings settings = {};         ///< of the policy; where nothing is set, it chooses
  Pairing pairing = {};           ///< its seed is that of these options
  std::vector<Plan> starts = {};  ///< for a policy that starts from plans of others, see Sharing::starts_from
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

/// What a way of sharing builds on.
struct Sharing : Mechanism {
  Sharing(const Mechanism& by, bool shapes, std::string_view order = {})
      : Mechanism(by), needs_shapes(shapes), starts_from(order) {}

  bool needs_shapes;             ///< of every kernel: what its CTAs take, and how it scales
  std::string_view starts_from;  ///< an ordering policy whose plan it starts from; empty: none
  share::Controller (*start)(const Instance& instance, const Share& share) = nullptr;  ///< nothing: that of its choice
};

/// How a policy plans for several GPUs: see order::plan().
enum class FleetSearch : std::uint8_t {
  apart,   ///< each by itself
  orders,  ///< by what all of them cost
  gates,   ///< likewise, with gates: from what a policy for `orders` makes of it
};

/// A way of ordering tasks, or of sharing the GPU between their kernels. Deterministic: the same instance and options
/// give the same answer.
struct Policy {
  std::string name;
  std::string_view summary;
  SizeLimits limits;
  Planned (*plan)(const Instance& instance, const PlanOptions& options);
  PredictionModel model = PredictionModel::contended;
  Aim aim = Aim::any;
  Submission submission = Submission::ordered;
  std::optional<Sharing> sharing = {};  ///< of a way of sharing; nothing: kernels run one at a time
  std::vector<PolicyOption> options = {};
  std::string_view family = {};        ///< policies that differ in their words alone have one
  std::vector<PolicyWord> words = {};  ///< by which rules of its family it goes
  std::string_view shares_as = {};     ///< of an order: the way of sharing that it is where kernels can share
  /// All that there is to set between clients, where that is not too much to try; null: see PolicyOption::search.
  std::vector<Settings> (*choices)(const Policy& policy, const Instance& instance) = nullptr;
  FleetSearch fleet = FleetSearch::apart;
  /// It honours reservations and quotas of clients; but for what this says of the workload, where it is alone on the
  /// device. Null: it refuses a workload that has any.
  std::optional<Refusal> (*reserves)(const Workload& workload, const Device& device) = nullptr;
  bool baseline = false;   ///< what others are held against: nobody would choose it who has them, see choose_policies()
  bool as_listed = false;  ///< the order of the workload, from which gains are counted
  bool of_clients = false;  ///< of a batch it says nothing unless the user sets something: `all` leaves it out there
  bool draws = false;       ///< an order by the seed; many, if its option `orders` says so

  /// Nothing is set; or the numbers, in the order of its options.
  Settings settings(std::span<const double> numbers = {}) const;
};

/// Of the first use of one of the fields, naming both and the planner.
std::optional<Refusal> refused_use(std::string_view planner, const Workload& workload,
                                   std::initializer_list<Field> fields);
/// Of the first client with a reservation or a quota, naming both and the planner.
std::optional<Refusal> refused_sms(std::string_view planner, const Workload& workload);
/// Of more tasks than the policy's limit.
std::optional<Refusal> refused_size(const Policy& policy, const Workload& workload);

/// Of a table: the policy of that name, or the first of such a family. Null: there is none.
const Policy* find_in(std::span<const Policy> policies, std::string_view name);

}  // namespace warpshop
