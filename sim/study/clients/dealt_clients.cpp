#include "sim/study/clients/dealt_clients.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/client_sweep.hpp"
#include "sim/model/fleet.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {
namespace {

/// Numbers of those that differ by more than their names.
std::vector<std::size_t> kinds(const Workload& workload, const Device& device) {
  std::vector<std::uint64_t> found;
  std::vector<std::size_t> numbers;
  for (std::size_t client = 0; client < workload.clients.all.size(); ++client) {
    const std::uint64_t print = resolve(with_clients(workload, {client}), device).fingerprint;
    const auto same = std::find(found.begin(), found.end(), print);
    numbers.push_back(static_cast<std::size_t>(same - found.begin()));
    if (same == found.end()) {
      found.push_back(print);
    }
  }
  return numbers;
}

std::vector<std::string> names(const Workload& workload) {
  std::vector<std::string> all;
  for (const Client& client : workload.clients.all) {
    all.push_back(client.name);
  }
  return all;
}

bool keeps_all(const ClientsFigures& figures) {
  return verdict_of_all(figures) == Verdict::kept && !figures.overloaded;
}

/// Whether one of the policies does on one GPU; the rest of them is not asked.
bool keeps_all(const Workload& workload, const Device& device, const std::vector<NamedPolicy>& policies,
               const DealtClients& how, const std::string& asking) {
  Problem problem = make_problem(workload, device);
  prepare_sharing(problem, std::span(&device, 1));
  return std::any_of(policies.begin(), policies.end(), [&](const NamedPolicy& policy) {
    const ClientComparison comparison =
        compare_clients(problem, {policy}, {.device = device.name, .options = how.options, .jobs = how.jobs},
                        [&](const std::string& text) { how.progress(asking + text); });
    return keeps_all(comparison.results.front().figures);
  });
}

}  // namespace

Workload with_clients(const Workload& workload, const Group& group) {
  Workload part = workload;
  part.tasks.clear();
  part.clients.all.clear();
  for (const std::size_t number : group) {
    Client client = workload.clients.all[number];
    const auto first = workload.tasks.begin() + client.tasks.first;
    client.tasks.first = static_cast<std::uint32_t>(part.tasks.size());
    part.tasks.insert(part.tasks.end(), first, first + client.tasks.count);
    part.clients.all.push_back(std::move(client));
  }
  return part;
}

std::optional<std::vector<Group>> deal_clients(const Workload& workload, std::span<const Device> devices,
                                               const std::vector<NamedPolicy>& policies, const DealtClients& how) {
  std::size_t asked = 0;
  return fewest_groups(kinds(workload, devices.front()), devices.size(), [&](const Group& group) {
    const Workload part = with_clients(workload, group);
    const std::string asking = fmt::format("group {} that is asked, {}: ", ++asked, fmt::join(names(part), ", "));
    return keeps_all(part, devices.front(), policies, how, asking);
  });
}

Verdict verdict_alone(const Workload& workload, std::size_t client, const Device& device, const NamedPolicy& policy,
                      const DealtClients& how) {
  const Workload part = with_clients(workload, {client});
  Problem problem = make_problem(part, device);
  prepare_sharing(problem, std::span(&device, 1));
  const ClientComparison comparison = compare_clients(
      problem, {policy}, {.device = device.name, .options = how.options, .jobs = how.jobs}, how.progress);
  return part.clients.all.front().goal ? comparison.alone.front().verdict : Verdict::kept;
}

}  // namespace warpshop::study
