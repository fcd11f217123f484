#include "sim/share/share_policies.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "sim/model/fields.hpp"
#include "sim/model/occupancy.hpp"
#include "sim/model/policy_registry.hpp"
#include "sim/share/mechanisms.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {

#define WARPSHOP_DECLARE_NO_SHARE(...)
#define WARPSHOP_DECLARE_SHARE(called, function, ...) Controller function(const Instance&, const Share&);
#define WARPSHOP_DECLARE_SEARCH(called, function, ...) Planned function(const Instance&, const PlanOptions&, Share);
WARPSHOP_POLICIES(WARPSHOP_DECLARE_NO_SHARE, WARPSHOP_DECLARE_SHARE, WARPSHOP_DECLARE_SEARCH)
#undef WARPSHOP_DECLARE_NO_SHARE
#undef WARPSHOP_DECLARE_SHARE
#undef WARPSHOP_DECLARE_SEARCH

// What there is to set between clients, see Policy::choices.
std::vector<Settings> time_slice_choices(const Policy& policy, const Instance& instance);
std::vector<Settings> priority_choices(const Policy& policy, const Instance& instance);
std::vector<Settings> mig_choices(const Policy& policy, const Instance& instance);
// See Policy::reserves.
std::optional<Refusal> capsm_reserves(const Workload& workload, const Device& device);

namespace {

/// 1 or 0.
constexpr PolicyOption yes_or_no(std::string_view name, std::string_view what, double otherwise) {
  return {.name = name, .what = what, .zero = true, .whole = true, .most = 1, .otherwise = otherwise};
}

// What several rows of the registry set.
constexpr PolicyOption kCtasOfBoth{.name = "ctas",
                                   .what = "CTAs per SM of the one, of the other",
                                   .least_numbers = 2,
                                   .most_numbers = 2,
                                   .whole = true,
                                   .most_on = most_ctas_on_an_sm};
/// Long against a subtask and a launch, short against a kernel.
constexpr PolicyOption kWindow{.name = "window", .what = "window in ms", .otherwise = 0.3};
/// Of those that take turns (S5 6.2).
constexpr PolicyOption kQuantum{.name = "quantum", .what = "quantum in ms", .otherwise = 1};
/// Of those that the accelerator is given for (S4).
constexpr PolicyOption kTick{.name = "tick", .what = "tick in ms", .otherwise = 30};
constexpr PolicyOption kYield = yes_or_no("yield", "1: a client without calls gives its tick up", 0);
constexpr PolicyOption kCreditLeft = yes_or_no("left", "1: credit is used up, and refilled", 0);
/// Those of the source's machine.
constexpr PolicyOption kCpus{.name = "cpus", .what = "CPUs of the host", .whole = true, .most = 1024, .otherwise = 4};
constexpr PolicyOption kVcpus{.name = "vcpus",
                              .what = "clients on the CPUs, by number, period after period; 0: nobody",
                              .most_numbers = 1024,
                              .zero = true,
                              .whole = true,
                              .most = 4096};
/// Five epochs; the source does not say.
constexpr PolicyOption kQosWindow{.name = "window", .what = "window in ms", .otherwise = 0.0411, .assumed = true};
constexpr PolicyOption kKernelsOnAnSm{
    .name = "kernels", .what = "kernels on one SM at most", .whole = true, .most = 32, .otherwise = 2};
/// 10 000 cycles of 1216 MHz (S1 3).
constexpr PolicyOption kEpoch{.name = "epoch", .what = "epoch in ms", .otherwise = 0.00822};
constexpr PolicyOption kStartOfTheRest{.name = "start",
                                       .what = "what kernels without a goal begin with, 0 … 1 of their speed",
                                       .most = 1,
                                       .otherwise = 0.01,
                                       .assumed = true};
constexpr PolicyOption kAdjust = yes_or_no("adjust", "1: who is behind its goal is given CTAs", 1);
/// Leaving; of `swap` there is nothing to choose.
constexpr std::array<std::string_view, 3> kPreemptions{"drain", "save", "flush"};
constexpr PolicyOption kHowCtasLeave{.name = kPreemption,
                                     .what =
                                         "how CTAs leave: at the end of their subtasks, once their contexts are in "
                                         "memory, or at once, and what they did is lost",
                                     .zero = true,
                                     .whole = true,
                                     .most = kPreemptions.size() - 1,
                                     .otherwise = 0,
                                     .words = kPreemptions};
/// 500 000 cycles of a GPU of 1.5 GHz (S5 5.4).
constexpr PolicyOption kWindow500k{.name = "window", .what = "window in ms", .otherwise = 0.333};

/// Throws std::logic_error: the controller asks for what the mechanism cannot grant.
void check_grants(const Instance& instance, const Share& share, const Decision& decision) {
  for (const auto& [task, allocation] : decision.allocations) {
    if (!can_grant(share, instance, allocation)) {
      throw std::logic_error("policy " + share.policy + " asks for SMs that " + std::string(share.mechanism) +
                             " cannot grant");
    }
  }
}

template <Controller (*kStart)(const Instance&, const Share&)>
Controller start_checked(const Instance& instance, const Share& share) {
  return [&instance, &share, decide = kStart(instance, share)](const Observation& seen) {
    Decision decision = decide(seen);
    check_grants(instance, share, decision);
    return decision;
  };
}

template <Controller (*kStart)(const Instance&, const Share&)>
Sharing started_by(Sharing sharing) {
  sharing.start = start_checked<kStart>;
  return sharing;
}

/// What a task's kernel lacks to share SMs; empty: nothing.
std::string lacking(const KernelSpec& kernel, const Device& device) {
  if (std::holds_alternative<Millis>(kernel.work)) {
    return "has a time but no 'ctas'";
  }
  if (const auto* call = std::get_if<KernelCall>(&kernel.work)) {
    const auto found = device.kernels.find(call->name);
    const std::string of = "is " + call->name + ", of which device " + device.name + " has no ";
    if (found == device.kernels.end() || !found->second.cta) {
      return of + "cta";
    }
    if (found->second.by_ctas.empty() && found->second.by_sms.empty()) {
      return of + "by_ctas, nor by_sms";
    }
  }
  return "";
}

}  // namespace

const std::vector<Policy>& policies() {
#define WARPSHOP_NO_SHARE(...)
#define WARPSHOP_SHARE(called, function, upto, says, builds, ...)                         \
  Policy{.name = called,                                                                  \
         .summary = says,                                                                 \
         .limits = upto,                                                                  \
         .plan =                                                                          \
             [](const Instance& instance, const PlanOptions& options) {                   \
               return share_plan(instance, options, share_of(called, instance, options)); \
             },                                                                           \
         .submission = Submission::streams,                                               \
         .sharing = started_by<function>(builds) __VA_OPT__(, ) __VA_ARGS__},
#define WARPSHOP_SEARCH(called, function, upto, says, builds, ...)                      \
  Policy{.name = called,                                                                \
         .summary = says,                                                               \
         .limits = upto,                                                                \
         .plan =                                                                        \
             [](const Instance& instance, const PlanOptions& options) {                 \
               return function(instance, options, share_of(called, instance, options)); \
             },                                                                         \
         .submission = Submission::streams,                                             \
         .sharing = builds __VA_OPT__(, ) __VA_ARGS__},
  static const std::vector<Policy> table{WARPSHOP_POLICIES(WARPSHOP_NO_SHARE, WARPSHOP_SHARE, WARPSHOP_SEARCH)};
#undef WARPSHOP_NO_SHARE
#undef WARPSHOP_SHARE
#undef WARPSHOP_SEARCH
  return table;
}

namespace {

/// A client whose family is not that of the first; nullptr: there is none.
const Client* of_another_process(const Workload& workload) {
  const auto& clients = workload.clients.all;
  const auto other = std::find_if(clients.begin(), clients.end(), [&](const Client& client) {
    return workload.tasks[client.tasks.first].family != workload.tasks[clients.front().tasks.first].family;
  });
  return other == clients.end() ? nullptr : &*other;
}

}  // namespace

std::optional<Refusal> refusal(const Policy& policy, const Workload& workload, std::span<const Device> devices) {
  const std::string planner = "policy " + policy.name;
  if (devices.size() > 1) {
    return Refusal{planner + " shares one GPU, expected one device", {}};
  }
  const Device& device = devices.front();
  if (!device.sm) {
    return Refusal{
        planner + " shares SMs, of which the profile of device " + device.name + " says nothing, expected sm in it",
        {}};
  }
  if (auto used = refused_use(planner, workload, {Field::footprint})) {
    return used;
  }
  if (const Client* const other = policy.sharing->one_process ? of_another_process(workload) : nullptr) {
    return Refusal{planner + " runs all kernels in one process, and client '" + other->name +
                       "' is another one than the first, expected the same 'family' of all",
                   other->mark};
  }
  if (const auto used = first_use(workload, {Field::family});
      used && policy.sharing->one_process && workload.clients.none()) {
    return Refusal{planner + " runs all kernels in one process, between whose kernels no context is switched; task '" +
                       used->task->name + "' has a 'family', expected a workload without it",
                   used->task->mark};
  }
  if (workload.submit == Submit::one_thread && policy.sharing->several_processes) {
    return Refusal{planner + " has each task issued by a process of its own, expected submit: thread_per_task", {}};
  }
  if (policy.sharing->needs_shapes) {
    for (const Task& task : workload.tasks) {
      if (const std::string lacks = task.kernel ? lacking(*task.kernel, device) : ""; !lacks.empty()) {
        std::string what = planner;
        what.append(": the kernel of task '").append(task.name).append("' ").append(lacks);
        return Refusal{what + ", expected one that says what its CTAs take and how it scales", task.kernel->mark};
      }
    }
  }
  if (auto used = policy.reserves == nullptr ? refused_sms(planner, workload) : policy.reserves(workload, device)) {
    return used;
  }
  if (policy.sharing->needs_mig && device.mig.profiles.empty()) {
    return Refusal{.what = planner + ": no MIG instances are known of device " + device.name + ", which has " +
                           std::to_string(device.sm->count) +
                           " SMs, expected a chip that has some, such as sm: {chip: h100-sxm}",
                   .of_the_device = true};
  }
  return refused_size(policy, workload);
}

bool can_be_set(const Policy& policy, const Device& device) {
  return policy.sharing->settable != Settable::while_running && !lacks_limits(policy, device);
}

bool lacks_limits(const Policy& policy, const Device& device) {
  return policy.sharing->needs_limits && device.compute_capability && *device.compute_capability < kMpsLimits;
}

std::size_t tasks_with_shapes(const Workload& workload, std::span<const Device> devices) {
  if (devices.size() != 1 || !devices.front().sm) {
    return 0;
  }
  std::size_t sharing = 0;
  for (const Task& task : workload.tasks) {
    sharing += task.kernel && lacking(*task.kernel, devices.front()).empty() ? task.count : 0;
  }
  return sharing;
}

bool any_share(const Workload& workload, std::span<const Device> devices) {
  return tasks_with_shapes(workload, devices) > 1;
}

}  // namespace warpshop::share
