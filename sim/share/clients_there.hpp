#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/alike_sms.hpp"
#include "sim/model/share.hpp"

namespace warpshop::share {

/// A kernel that runs, or could.
struct KernelThere {
  std::uint32_t task = 0;
  const Running* running = nullptr;  ///< nothing: it has been given nothing; until the controller has answered
};

/// CTAs on each SM, by span of neighbouring SMs that are alike.
using CtasBySpan = std::vector<std::uint32_t>;

/// A client with such kernels; of a batch, a task.
struct ClientThere {
  std::uint32_t owner = 0;
  std::span<const KernelThere> kernels = {};  ///< the first launched first; at least one
  CtasBySpan holds = {};                      ///< CTAs of all of them
  CtasBySpan is_let = {};                     ///< CTAs that it is to have; more than that leave
  bool takes_more = false;                    ///< it has been given nothing so far, or has CTAs and subtasks for more
  bool leaves(std::size_t span) const { return holds[span] > is_let[span]; }
  bool works_on(std::size_t span) const { return holds[span] > 0; }
  /// It has none there yet, and takes some at once or as they become free.
  bool comes_to(std::size_t span) const { return holds[span] == 0 && is_let[span] > 0 && takes_more; }
};

/// Who is there. Keeps what it takes memory for.
class ClientsThere {
 public:
  /// owner_of: by task, outlives it.
  explicit ClientsThere(std::span<const std::uint32_t> owner_of) : owner_of_(owner_of) {}

  /// By owner, until it is called again; set_ctas() says how many CTAs they have.
  std::span<ClientThere> find(const Observation& seen);

 private:
  std::span<const std::uint32_t> owner_of_;
  std::vector<KernelThere> kernels_;  ///< by owner
  std::vector<ClientThere> clients_;  ///< those that are there, and some more
};

/// What a client holds, and is to have. spans: of all SMs, in order; what it holds and is let is the same on each.
void set_ctas(ClientThere& client, const Allocation& is_let, const std::vector<SmSpan>& spans);

/// As ranges.
Allocation ranges_of(const CtasBySpan& ctas, const std::vector<SmSpan>& spans);

/// What each kernel of a client is to ask for, so that all of them have what the client is to have: the first all of
/// it, the next what that leaves once it has no more subtasks to take.
std::vector<Allocation> asked_by_kernels(const ClientThere& client, const std::vector<SmSpan>& spans);

}  // namespace warpshop::share
