#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/model/client_comparison.hpp"
#include "sim/model/device.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/clients/fewest_groups.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// Those of its clients alone, with their tasks. group: not empty.
Workload with_clients(const Workload& workload, const Group& group);

/// How clients are dealt to GPUs.
struct DealtClients {
  PlanOptions options;
  unsigned jobs = 1;
  /// Told what goes on.
  std::function<void(const std::string&)> progress = [](const auto&) {};
};

/// The fewest GPUs, all like the devices, at most as many as these, that every client can be dealt to so that under one
/// of the policies all goals of those on a GPU are kept for sure, and none of them falls behind; by GPU, in the order
/// of the clients. Nothing: there are none. See fewest_groups() for what is taken for granted: fewer clients on a GPU
/// keep their goals where more do, and clients that differ in their names alone do as each other. devices: not empty,
/// of one profile. Throws InputError, and std::runtime_error where every policy fails.
std::optional<std::vector<Group>> deal_clients(const Workload& workload, std::span<const Device> devices,
                                               const std::vector<NamedPolicy>& policies, const DealtClients& how);

/// Of the goal of a client that has a GPU like the device to itself; kept where it has none.
Verdict verdict_alone(const Workload& workload, std::size_t client, const Device& device, const NamedPolicy& policy,
                      const DealtClients& how);

}  // namespace warpshop::study
