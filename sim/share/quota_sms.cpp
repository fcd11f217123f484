#include "sim/share/quota_sms.hpp"

#include <algorithm>

namespace warpshop::share {
namespace {

/// It works there, and its quota counts.
bool is_limited(const ClientThere& client, std::uint32_t sm) {
  return client.works_on(sm) && !client.leaves(sm);
}

}  // namespace

QuotaSms::QuotaSms(const QuotaRule& rule, std::span<const ClientThere> there, QuotaOwners& owners, double nothing)
    : rule_(rule), there_(there), owners_(owners), nothing_(nothing) {
  AlikeSms alike;
  for (const ClientThere& client : there) {
    alike.add(client.is_let);
    for (const KernelThere& kernel : client.kernels) {
      if (kernel.running != nullptr) {
        alike.add(kernel.running->held);
      }
    }
    std::uint32_t first = 0;
    for (const auto& [end, counter] : owners[client.owner].counters.all()) {
      alike.add({.first = first, .sms = end - first});
      first = end;
    }
  }
  alike_ = alike.spans();
}

bool QuotaSms::is_used_up(std::uint32_t sm) const {
  bool any = false;
  bool all = true;
  for (const ClientThere& client : there_) {
    any |= is_limited(client, sm);
    all &= !client.works_on(sm) || (is_limited(client, sm) && is_out(client, sm));
  }
  return any && all;
}

bool QuotaSms::goals_wait(std::uint32_t sm) const {
  return std::any_of(there_.begin(), there_.end(), [&](const ClientThere& client) {
    return owners_[client.owner].goal && (is_limited(client, sm) || client.comes_to(sm)) && !is_out(client, sm);
  });
}

bool QuotaSms::is_renewed_at_once(const ClientThere& client, std::uint32_t sm) const {
  return is_renewed(client, sm) && std::all_of(there_.begin(), there_.end(), [&](const ClientThere& other) {
           return other.owner == client.owner || (other.is_let[sm] == 0 && !other.works_on(sm)) ||
                  (is_limited(other, sm) && is_out(other, sm) && !is_renewed(other, sm));
         });
}

bool QuotaSms::is_renewed(const ClientThere& client, std::uint32_t sm) const {
  QuotaCounter counter = owners_[client.owner].counters[sm];
  counter.left = 0;
  rule_.used_up(counter);
  return counter.left > 0;
}

}  // namespace warpshop::share
