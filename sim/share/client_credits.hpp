#pragma once

#include <vector>

#include "sim/model/instance.hpp"
#include "sim/share/clients.hpp"

namespace warpshop::share {

/// What a client is credited with; only ratios count.
struct ClientCredit {
  double accelerator = kUsualCredit;
  double cpu = kUsualCpuCredit;
  friend bool operator==(const ClientCredit&, const ClientCredit&) = default;
};

/// By position in Clients::all(); of tasks without clients the usual ones. Throws InputError: clients of one process
/// say different things.
std::vector<ClientCredit> client_credits(const Instance& instance, const Clients& clients);

}  // namespace warpshop::share
