#pragma once

#include "sim/model/share.hpp"
#include "sim/share/quota_owners.hpp"
#include "sim/share/quota_rules.hpp"
#include "sim/share/quota_sms.hpp"

namespace warpshop::share {

/// What a kernel of a client may still do on each SM, by the client's counters, as allowances of the decision; what is
/// used up of them counts towards these. limited: else as much as there is to do. Whether it has limits anywhere.
bool limit_kernel(const QuotaRule& rule, const QuotaSms& sms, QuotaOwners& owners, const ClientThere& client,
                  const KernelThere& kernel, bool limited, Decision& decision);

}  // namespace warpshop::share
