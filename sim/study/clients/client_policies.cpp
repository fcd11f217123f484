#include "sim/study/clients/client_policies.hpp"

#include <algorithm>
#include <utility>

#include "sim/model/error.hpp"
#include "sim/study/all_policies.hpp"

namespace warpshop::study {
namespace {

/// Whether clients can be served by it: an order is one of tasks that there are.
bool serves_clients(const Policy& policy) {
  return policy.sharing ? policy.sharing->start != nullptr || !policy.options.empty() : policy.as_listed;
}

bool is_named(const std::vector<std::string>& names, const NamedPolicy& policy) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return !stands_for_several(name) && named_policy(name).policy == policy.policy;
  });
}

}  // namespace

PolicyChoice choose_client_policies(const std::vector<std::string>& names, const Workload& workload,
                                    std::span<const Device> devices) {
  const Mark place = workload.clients.all.front().mark;
  if (devices.size() != 1) {
    throw InputError(workload.file, place, "clients share one GPU, expected one device");
  }
  PolicyChoice choice = choose_policies(names, workload, Objective::makespan, devices, Unfit::left_out);
  for (const NamedPolicy& each : choice.chosen) {
    if (!serves_clients(*each.policy) && is_named(names, each)) {
      throw InputError(workload.file, place,
                       "policy " + each.policy->name +
                           " plans a batch of tasks, and these are clients, expected a way of sharing the GPU, or " +
                           as_listed().name);
    }
  }
  std::erase_if(choice.chosen, [](const NamedPolicy& each) { return !serves_clients(*each.policy); });
  const bool any_share =
      std::any_of(choice.chosen.begin(), choice.chosen.end(), [](const auto& each) { return each.policy->sharing; });
  std::erase_if(choice.chosen,
                [&](const NamedPolicy& each) { return any_share && !each.policy->sharing && !is_named(names, each); });
  // Clients are processes of their own: what is for one process alone is told where it is named.
  std::erase_if(choice.left_out, [&](const SkippedPolicy& each) {
    return find_policy(each.policy).sharing && find_policy(each.policy).sharing->one_process &&
           !is_named(names, {.policy = &find_policy(each.policy)});
  });
  std::erase_if(choice.left_out, [](const SkippedPolicy& each) { return !serves_clients(find_policy(each.policy)); });
  if (choice.chosen.empty()) {  // clients that want what none of the usual ways gives, as reservations
    const std::vector<std::string> all{"all"};
    if (names != all) {
      return {.chosen = choose_client_policies(all, workload, devices).chosen, .left_out = std::move(choice.left_out)};
    }
    throw InputError(workload.file, place,
                     "no way of sharing can honour all that these clients have" +
                         (choice.left_out.empty() ? "" : ": " + choice.left_out.front().reason));
  }
  return choice;
}

}  // namespace warpshop::study
