#include "sim/share/clients_there.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

namespace warpshop::share {
namespace {

std::vector<std::uint32_t> held_by_sm(const KernelThere& kernel, std::size_t sms) {
  std::vector<std::uint32_t> held(sms);
  if (kernel.running != nullptr) {
    for (const SmRange& range : kernel.running->held) {
      std::for_each_n(held.begin() + range.first, range.sms, [&](std::uint32_t& each) { each += range.ctas; });
    }
  }
  return held;
}

/// Whether it has subtasks that no CTA has taken.
bool has_more(const KernelThere& kernel, const std::vector<std::uint32_t>& held) {
  const auto ctas = std::accumulate(held.begin(), held.end(), std::int64_t{0});
  return kernel.running == nullptr || kernel.running->subtasks - kernel.running->done > ctas;
}

}  // namespace

std::vector<ClientThere> clients_there(const Observation& seen, std::span<const std::uint32_t> owner_of,
                                       std::uint32_t sms) {
  std::map<std::uint32_t, ClientThere> clients;
  const auto add = [&](const KernelThere& kernel) {
    ClientThere& client = clients[owner_of[kernel.task]];
    client.owner = owner_of[kernel.task];
    client.kernels.push_back(kernel);
  };
  for (const Running& kernel : seen.running) {
    add({.task = kernel.task, .running = &kernel});
  }
  for (const std::uint32_t task : seen.ready) {
    add({.task = task});
  }
  std::vector<ClientThere> there;
  for (auto& [owner, client] : clients) {
    client.holds.resize(sms);
    client.is_let.resize(sms);
    for (const KernelThere& kernel : client.kernels) {
      const std::vector<std::uint32_t> held = held_by_sm(kernel, sms);
      for (std::uint32_t sm = 0; sm < sms; ++sm) {
        client.holds[sm] += held[sm];
      }
      client.takes_more |= kernel.running == nullptr || (!kernel.running->held.empty() && has_more(kernel, held));
    }
    there.push_back(std::move(client));
  }
  return there;
}

std::vector<std::vector<std::uint32_t>> asked_by_kernels(const ClientThere& client) {
  std::vector<std::vector<std::uint32_t>> asked;
  std::vector<std::uint32_t> left = client.is_let;
  for (const KernelThere& kernel : client.kernels) {
    asked.push_back(left);
    const std::vector<std::uint32_t> held = held_by_sm(kernel, left.size());
    const bool takes_more = has_more(kernel, held);
    for (std::size_t sm = 0; sm < left.size(); ++sm) {
      left[sm] -= takes_more ? left[sm] : std::min(left[sm], held[sm]);
    }
  }
  return asked;
}

}  // namespace warpshop::share
