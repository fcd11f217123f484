#include "sim/share/quota_sms.hpp"

#include <algorithm>

namespace warpshop::share {
namespace {

/// It works there, and its quota counts.
bool is_limited(const ClientThere& client, std::size_t span) {
  return client.works_on(span) && !client.leaves(span);
}

}  // namespace

void QuotaSms::set_alone(std::span<ClientThere> there) {
  there_ = there;
  spans_.assign(1, {.first = 0, .sms = sms_});
}

void QuotaSms::set(std::span<ClientThere> there, std::span<const Allocation> are_let) {
  there_ = there;
  alike_.add({.first = 0, .sms = sms_});
  for (std::size_t i = 0; i < there.size(); ++i) {
    alike_.add(are_let[i]);
    for (const KernelThere& kernel : there[i].kernels) {
      if (kernel.running != nullptr) {
        alike_.add(kernel.running->held);
      }
    }
    alike_.add(owners_[there[i].owner].counters);
  }
  alike_.take(spans_);
  for (std::size_t i = 0; i < there.size(); ++i) {
    set_ctas(there[i], are_let[i], spans_);
    owners_[there[i].owner].counters.cut_into(spans_);
  }
}

bool QuotaSms::is_used_up(std::size_t span) const {
  bool any = false;
  bool all = true;
  for (const ClientThere& client : there_) {
    any |= is_limited(client, span);
    all &= !client.works_on(span) || (is_limited(client, span) && is_out(client, span));
  }
  return any && all;
}

bool QuotaSms::goals_wait(std::size_t span) const {
  return std::any_of(there_.begin(), there_.end(), [&](const ClientThere& client) {
    return owners_[client.owner].goal && (is_limited(client, span) || client.comes_to(span)) && !is_out(client, span);
  });
}

bool QuotaSms::is_renewed_at_once(const ClientThere& client, std::size_t span) const {
  return is_renewed(client, span) && std::all_of(there_.begin(), there_.end(), [&](const ClientThere& other) {
           return other.owner == client.owner || (other.is_let[span] == 0 && !other.works_on(span)) ||
                  (is_limited(other, span) && is_out(other, span) && !is_renewed(other, span));
         });
}

bool QuotaSms::is_renewed(const ClientThere& client, std::size_t span) const {
  QuotaCounter its = counter(client, span);
  its.left = 0;
  rule_.used_up(its);
  return its.left > 0;
}

}  // namespace warpshop::share
