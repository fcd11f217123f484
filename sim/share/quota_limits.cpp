#include "sim/share/quota_limits.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "sim/share/sharing_kernels.hpp"

namespace warpshop::share {
namespace {

/// What nobody uses up, in milliseconds of a kernel alone: less than what would round away what is used of it.
constexpr double kPlenty = 1e6;

/// Of what the kernels of one client may do on an SM: by the CTAs that they hold there.
double part_of(const KernelThere& kernel, const ClientThere& client, const QuotaSms& sms, std::size_t span) {
  if (client.kernels.size() == 1) {
    return 1;
  }
  if (client.holds[span] == 0) {
    return 1 / static_cast<double>(client.kernels.size());
  }
  const double its = kernel.running == nullptr ? 0 : ctas_on(kernel.running->held, sms.spans()[span].first);
  return its / client.holds[span];
}

}  // namespace

bool limit_kernel(const QuotaRule& rule, const QuotaSms& sms, QuotaOwners& owners, const ClientThere& client,
                  const KernelThere& kernel, bool limited, Decision& decision) {
  bool limits = false;
  std::vector<GivenOnSms>& given = owners.give(kernel.task);
  const QuotaOwner& owner = owners[client.owner];
  const double rate = owners.alone(kernel.task);
  std::optional<Allowance> open;
  for (std::size_t span = 0; span < sms.spans().size(); ++span) {
    double work = kPlenty;
    bool counts = false;
    if (limited && client.is_let[span] > 0 && !client.leaves(span)) {  // what is on its way out goes on
      if (rule.goals_first && !owner.goal) {
        work = sms.goals_wait(span) ? 0 : kPlenty;
      } else if (!sms.is_renewed_at_once(client, span)) {
        work = owner.counters.of_run(span).left * part_of(kernel, client, sms, span);
        work = std::abs(work) <= sms.nothing() ? 0 : work;
        counts = true;
      }
    }
    limits |= work < kPlenty;
    const auto& [first, count] = sms.spans()[span];
    given.push_back({.end = first + count, .work = work, .counts = counts});
    if (open && open->subtasks == work * rate) {
      open->sms += count;
      continue;
    }
    if (open) {
      decision.allowances.emplace_back(kernel.task, *open);
    }
    open = {.first = first, .sms = count, .subtasks = work * rate};
  }
  decision.allowances.emplace_back(kernel.task, *open);
  return limits;
}

}  // namespace warpshop::share
