#include "sim/share/clients_there.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

namespace warpshop::share {
namespace {

/// To CTAs by SM, those that it holds.
void add_held(const KernelThere& kernel, std::vector<std::uint32_t>& ctas) {
  if (kernel.running != nullptr) {
    for (const SmRange& range : kernel.running->held) {
      std::for_each_n(ctas.begin() + range.first, range.sms, [&](std::uint32_t& each) { each += range.ctas; });
    }
  }
}

/// Whether it has subtasks that no CTA has taken.
bool has_more(const KernelThere& kernel) {
  if (kernel.running == nullptr) {
    return true;
  }
  const auto ctas = std::accumulate(
      kernel.running->held.begin(), kernel.running->held.end(), std::int64_t{0},
      [](std::int64_t sum, const SmRange& range) { return sum + std::int64_t{range.sms} * range.ctas; });
  return kernel.running->subtasks - kernel.running->done > ctas;
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
  there.reserve(clients.size());
  for (auto& [owner, client] : clients) {
    client.holds.resize(sms);
    client.is_let.resize(sms);
    for (const KernelThere& kernel : client.kernels) {
      add_held(kernel, client.holds);
      client.takes_more |= kernel.running == nullptr || (!kernel.running->held.empty() && has_more(kernel));
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
    std::vector<std::uint32_t> held(left.size());
    add_held(kernel, held);
    const bool takes_more = has_more(kernel);
    for (std::size_t sm = 0; sm < left.size(); ++sm) {
      left[sm] -= takes_more ? left[sm] : std::min(left[sm], held[sm]);
    }
  }
  return asked;
}

}  // namespace warpshop::share
