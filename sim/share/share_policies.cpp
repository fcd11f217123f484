#include "sim/share/share_policies.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <variant>

#include "sim/model/fields.hpp"
#include "sim/model/occupancy.hpp"

namespace warpshop::share {
namespace {

constexpr SizeLimits kMeasured{.in_all = 256, .at_most = 4096};
constexpr SizeLimits kSearched{.in_all = 64, .at_most = 256};

Policy named(Policy policy) {
  std::replace(policy.name.begin(), policy.name.end(), '_', '-');
  return policy;
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

const KernelSpec* kernel_of(const Task& task) {
  return task.kernel ? &*task.kernel : nullptr;
}

}  // namespace

const std::vector<Policy>& policies() {
#define WARPSHOP_SHARE_ROW(called, upto, needs, most, they, starts, says, ...) \
  named({.name = #called,                                                      \
         .summary = says,                                                      \
         .limits = upto,                                                       \
         .model = PredictionModel::contended,                                  \
         .aim = Aim::any,                                                      \
         .submission = Submission::streams,                                    \
         .plan = called,                                                       \
         .sharing = Sharing{.needs_shapes = needs,                             \
                            .most_numbers = most,                              \
                            .numbers = they,                                   \
                            .starts_from = starts __VA_OPT__(, ) __VA_ARGS__}}),
  static const std::vector<Policy> table{WARPSHOP_SHARE_POLICIES(WARPSHOP_SHARE_ROW)};
#undef WARPSHOP_SHARE_ROW
  return table;
}

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
  if (const auto used = first_use(workload, {Field::footprint})) {
    return Refusal{planner + " cannot honour '" + std::string(used->field) + "', which task '" + used->task->name +
                       "' uses, expected a workload without it",
                   used->task->mark};
  }
  if (const auto used = first_use(workload, {Field::family}); used && policy.sharing->one_process) {
    return Refusal{planner + " runs all kernels in one process, between whose kernels no context is switched; task '" +
                       used->task->name + "' has a 'family', expected a workload without it",
                   used->task->mark};
  }
  if (workload.submit == Submit::one_thread && policy.sharing->several_processes) {
    return Refusal{planner + " has each task issued by a process of its own, expected submit: thread_per_task", {}};
  }
  if (policy.sharing->needs_shapes) {
    for (const Task& task : workload.tasks) {
      const KernelSpec* kernel = kernel_of(task);
      if (const std::string lacks = kernel != nullptr ? lacking(*kernel, device) : ""; !lacks.empty()) {
        std::string what = planner;
        what.append(": the kernel of task '").append(task.name).append("' ").append(lacks);
        return Refusal{what + ", expected one that says what its CTAs take and how it scales", kernel->mark};
      }
    }
  }
  if (policy.sharing->needs_mig && device.mig.profiles.empty()) {
    return Refusal{.what = planner + ": no MIG instances are known of device " + device.name + ", which has " +
                           std::to_string(device.sm->count) +
                           " SMs, expected a chip that has some, such as sm: {chip: h100-sxm}",
                   .of_the_device = true};
  }
  if (workload.size() > policy.limits.at_most) {
    return Refusal{"this workload has " + std::to_string(workload.size()) + " tasks, " + planner +
                       " expected at most " + std::to_string(policy.limits.at_most),
                   {}};
  }
  return std::nullopt;
}

bool can_be_set(const Policy& policy, const Device& device) {
  const bool has_limits = !device.compute_capability || *device.compute_capability >= kMpsLimits;
  return !policy.sharing->while_running && (has_limits || !policy.sharing->needs_limits);
}

std::size_t tasks_with_shapes(const Workload& workload, std::span<const Device> devices) {
  if (devices.size() != 1 || !devices.front().sm) {
    return 0;
  }
  std::size_t sharing = 0;
  for (const Task& task : workload.tasks) {
    const KernelSpec* kernel = kernel_of(task);
    sharing += kernel != nullptr && lacking(*kernel, devices.front()).empty() ? task.count : 0;
  }
  return sharing;
}

bool any_share(const Workload& workload, std::span<const Device> devices) {
  return tasks_with_shapes(workload, devices) > 1;
}

std::vector<double> parse_split(const Policy& policy, std::string_view text) {
  const auto refuse = [&](const std::string& what) {
    throw InputError("policy '" + policy.name + ":" + std::string(text) + "': " + what);
  };
  if (policy.sharing->most_numbers == 0) {
    refuse(policy.name + " takes no numbers, expected its name alone");
  }
  const std::string expected = ", expected " + std::string(policy.sharing->numbers) + ", with / between them";
  std::vector<double> split;
  for (std::string_view rest = text;;) {
    const std::string_view part = rest.substr(0, rest.find('/'));
    double value = 0;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), value);
    const bool zero = split.size() >= policy.sharing->zero_from;
    if (read.ec != std::errc() || read.ptr != part.data() + part.size() || !std::isfinite(value) ||
        std::signbit(value) || (value == 0 && !zero)) {
      refuse("'" + std::string(part) + "' is no number " + (zero ? "from 0 on" : "above 0") + expected);
    }
    split.push_back(value);
    if (part.size() == rest.size()) {
      break;
    }
    rest.remove_prefix(part.size() + 1);
  }
  if (split.size() > policy.sharing->most_numbers) {
    refuse("too many numbers" + expected);
  }
  return split;
}

}  // namespace warpshop::share
