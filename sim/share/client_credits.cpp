#include "sim/share/client_credits.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/model/error.hpp"

namespace warpshop::share {

std::vector<ClientCredit> client_credits(const Instance& instance, const Clients& clients) {
  std::vector<ClientCredit> credits(clients.all().size());
  std::vector<const Client*> said(credits.size());
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const Client* client = instance.clients.of(task);
    if (client == nullptr || !instance.jobs[task].has[index(Stage::kernel)]) {
      continue;
    }
    const std::size_t number = clients.number(task);
    if (said[number] != nullptr &&
        (said[number]->credit != client->credit || said[number]->cpu_credit != client->cpu_credit)) {
      throw InputError("clients '" + said[number]->name + "' and '" + client->name +
                       "' are one process, as their family says, and have different credits, expected the same");
    }
    said[number] = client;
    credits[number] = {.accelerator = static_cast<double>(client->credit),
                       .cpu = static_cast<double>(client->cpu_credit)};
  }
  return credits;
}

}  // namespace warpshop::share
