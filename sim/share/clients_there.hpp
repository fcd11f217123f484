#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/share.hpp"

namespace warpshop::share {

/// A kernel that runs, or could.
struct KernelThere {
  std::uint32_t task = 0;
  const Running* running = nullptr;  ///< nothing: it has been given nothing; until the controller has answered
};

/// A client with such kernels; of a batch, a task.
struct ClientThere {
  std::uint32_t owner = 0;
  std::vector<KernelThere> kernels = {};   ///< the first launched first; at least one
  std::vector<std::uint32_t> holds = {};   ///< by SM: CTAs of all of them
  std::vector<std::uint32_t> is_let = {};  ///< by SM: CTAs that it is to have; more than that leave
  bool takes_more = false;                 ///< it has been given nothing so far, or has CTAs and subtasks for more
  bool leaves(std::uint32_t sm) const { return holds[sm] > is_let[sm]; }
  bool works_on(std::uint32_t sm) const { return holds[sm] > 0; }
  /// It has none there yet, and takes some at once or as they become free.
  bool comes_to(std::uint32_t sm) const { return holds[sm] == 0 && is_let[sm] > 0 && takes_more; }
};

/// By owner.
std::vector<ClientThere> clients_there(const Observation& seen, std::span<const std::uint32_t> owner_of,
                                       std::uint32_t sms);

/// What each kernel of a client is to ask for, by kernel and SM, so that all of them have what the client is to have:
/// the first all of it, the next what that leaves once it has no more subtasks to take.
std::vector<std::vector<std::uint32_t>> asked_by_kernels(const ClientThere& client);

}  // namespace warpshop::share
