#include "sim/share/quota_limits.hpp"

#include <cmath>
#include <optional>

#include "sim/share/sharing_kernels.hpp"

namespace warpshop::share {
namespace {

/// What nobody uses up, in milliseconds of a kernel alone: less than what would round away what is used of it.
constexpr double kPlenty = 1e6;

/// Of what the kernels of one client may do on an SM: by the CTAs that they hold there.
double part_of(const KernelThere& kernel, const ClientThere& client, std::uint32_t sm) {
  if (client.kernels.size() == 1) {
    return 1;
  }
  if (client.holds[sm] == 0) {
    return 1 / static_cast<double>(client.kernels.size());
  }
  const double its = kernel.running == nullptr ? 0 : ctas_on(kernel.running->held, sm);
  return its / client.holds[sm];
}

}  // namespace

bool limit_kernel(const QuotaRule& rule, const QuotaSms& sms, QuotaOwners& owners, const ClientThere& client,
                  const KernelThere& kernel, bool limited, Decision& decision) {
  bool limits = false;
  SmRuns<GivenOnSm>& given = owners.give(kernel.task);
  const QuotaOwner& owner = owners[client.owner];
  const double rate = owners.alone(kernel.task);
  std::optional<Allowance> open;
  for (const auto& [sm, count] : sms.alike()) {  // the first of them, as the others
    double work = kPlenty;
    bool counts = false;
    if (limited && client.is_let[sm] > 0 && !client.leaves(sm)) {  // what is on its way out goes on
      if (rule.goals_first && !owner.goal) {
        work = sms.goals_wait(sm) ? 0 : kPlenty;
      } else if (!sms.is_renewed_at_once(client, sm)) {
        work = owner.counters[sm].left * part_of(kernel, client, sm);
        work = std::abs(work) <= sms.nothing() ? 0 : work;
        counts = true;
      }
    }
    limits |= work < kPlenty;
    given.change(sm, count, [&](GivenOnSm& its) { its = {.work = work, .counts = counts}; });
    if (open && open->subtasks == work * rate) {
      open->sms += count;
      continue;
    }
    if (open) {
      decision.allowances.emplace_back(kernel.task, *open);
    }
    open = {.first = sm, .sms = count, .subtasks = work * rate};
  }
  decision.allowances.emplace_back(kernel.task, *open);
  return limits;
}

}  // namespace warpshop::share
