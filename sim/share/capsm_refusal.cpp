#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/model/device_rules.hpp"
#include "sim/model/occupancy.hpp"
#include "sim/model/policy.hpp"
#include "sim/share/sm_parts.hpp"

namespace warpshop::share {
namespace {

/// CTAs of a kernel that an SM holds; 0: it has no kernel, or one of which no CTA fits, which resolve() refuses.
std::int64_t held_by_an_sm(const Task& task, const Device& device) {
  if (!task.kernel) {
    return 0;
  }
  std::optional<CtaResources> cta;
  if (const auto* shape = std::get_if<KernelShape>(&task.kernel->work)) {
    cta = cta_misfit(*device.sm, shape->cta).empty() ? described_kernel(*device.sm, *shape).cta : std::nullopt;
  } else if (const auto* call = std::get_if<KernelCall>(&task.kernel->work)) {
    cta = device.kernels.at(call->name).cta;
  }
  return cta ? std::min(cta->per_sm, most_ctas_per_sm(*device.sm, *cta)) : 0;
}

/// By kernel of a client: CTAs that an SM holds.
std::vector<std::int64_t> held_by_an_sm(const Client& client, const Workload& workload, const Device& device) {
  std::vector<std::int64_t> per_sm;
  for (std::uint32_t stage = 0; stage < client.stages(); ++stage) {
    if (const std::int64_t held = held_by_an_sm(workload.tasks[client.tasks.first + stage], device); held > 0) {
      per_sm.push_back(held);
    }
  }
  return per_sm;
}

std::optional<Refusal> refused_quota(const Client& client, std::int64_t per_sm) {
  if (!client.quota || slices_of_quota(*client.quota, per_sm) > 0) {
    return std::nullopt;
  }
  return Refusal{"policy capsm: the quota of client '" + client.name + "' is " + sms_text(*client.quota) +
                     ", less than what one CTA takes of an SM that holds " + std::to_string(per_sm) +
                     " of them, expected a CTA's part at least",
                 client.mark};
}

/// `'a'`, `'a' and 'b'`, `'a', 'b' and 'c'`: those with reservations, up to the last.
std::string reserving(const Workload& workload, const Client& last) {
  std::string names;
  for (const Client& client : workload.clients.all) {
    const bool is_last = &client == &last;
    if (client.reservation) {
      names += (names.empty() ? "'" : is_last ? " and '" : ", '") + client.name + "'";
    }
    if (is_last) {
      break;
    }
  }
  return names;
}

}  // namespace

/// See Policy::reserves: an online client without a reservation; reservations that never fit, of one client or of
/// several together, in whole slices; a quota of less than a slice.
std::optional<Refusal> capsm_reserves(const Workload& workload, const Device& device) {
  std::vector<std::int64_t> of_all;
  for (const Task& task : workload.tasks) {
    of_all.push_back(std::max<std::int64_t>(1, held_by_an_sm(task, device)));
  }
  const std::optional<std::int64_t> parts = parts_of_an_sm(of_all);
  if (!parts) {
    return Refusal{
        "policy capsm cuts SMs into parts of which every CTA takes a whole number, which are too many for "
        "the kernels of this workload, expected fewer that differ in how many CTAs an SM holds",
        {}};
  }
  const std::string in_all = std::to_string(device.sm->count) + " SMs of device " + device.name;
  std::int64_t reserved = 0;  // parts of SMs
  for (const Client& client : workload.clients.all) {
    const std::vector<std::int64_t> per_sm = held_by_an_sm(client, workload, device);
    if (!per_sm.empty() && client.kind == ClientClass::online && !client.reservation) {
      return Refusal{"policy capsm gives online clients the SMs that they reserve, and client '" + client.name +
                         "' reserves none, expected reservation: so many SMs, or class: offline",
                     client.mark};
    }
    std::int64_t most = 0;
    for (const std::int64_t held : per_sm) {
      if (auto refused = refused_quota(client, held)) {
        return refused;
      }
      if (client.reservation) {
        most = std::max(most, slices_of_reservation(*client.reservation, held) * (*parts / held));
      }
    }
    if (most > device.sm->count * *parts) {
      return Refusal{"policy capsm: client '" + client.name + "' reserves " + sms_text(*client.reservation) +
                         ", more than the " + in_all + ", expected no more than there are",
                     client.mark};
    }
    reserved += most;
    if (reserved > device.sm->count * *parts) {
      return Refusal{"policy capsm: clients " + reserving(workload, client) +
                         " reserve, in whole slices of SMs, more than the " + in_all +
                         " together, expected no more than there are",
                     client.mark};
    }
  }
  return std::nullopt;
}

}  // namespace warpshop::share
