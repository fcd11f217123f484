#include "sim/model/policy.hpp"

#include <algorithm>

namespace warpshop {

Settings Policy::settings(std::span<const double> numbers) const {
  Settings settings(options, words);
  settings.set_in_order(numbers);
  return settings;
}

std::optional<Refusal> refused_use(std::string_view planner, const Workload& workload,
                                   std::initializer_list<Field> fields) {
  const auto used = first_use(workload, fields);
  if (!used) {
    return std::nullopt;
  }
  return Refusal{std::string(planner) + " cannot honour '" + std::string(used->field) + "', which task '" +
                     used->task->name + "' uses, expected a workload without it",
                 used->task->mark};
}

std::optional<Refusal> refused_sms(std::string_view planner, const Workload& workload) {
  const std::vector<Client>& clients = workload.clients.all;
  const auto has_any = [](const Client& client) { return client.reservation || client.quota; };
  const auto found = std::find_if(clients.begin(), clients.end(), has_any);
  if (found == clients.end()) {
    return std::nullopt;
  }
  return Refusal{std::string(planner) + " cannot honour '" + (found->reservation ? "reservation" : "quota") +
                     "', which client '" + found->name + "' has, expected a workload without it",
                 found->mark};
}

std::optional<Refusal> refused_size(const Policy& policy, const Workload& workload) {
  if (workload.size() <= policy.limits.at_most) {
    return std::nullopt;
  }
  return Refusal{"this workload has " + std::to_string(workload.size()) + " tasks, policy " + policy.name +
                     " expected at most " + std::to_string(policy.limits.at_most),
                 {}};
}

const Policy* find_in(std::span<const Policy> policies, std::string_view name) {
  const auto found = [&](const auto& is) { return std::find_if(policies.begin(), policies.end(), is); };
  auto policy = found([&](const Policy& each) { return each.name == name; });
  if (policy == policies.end()) {
    policy = found([&](const Policy& each) { return !each.family.empty() && each.family == name; });
  }
  return policy == policies.end() ? nullptr : &*policy;
}

}  // namespace warpshop
