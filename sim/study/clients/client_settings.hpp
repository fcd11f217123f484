#pragma once

#include <vector>

#include "sim/model/client_comparison.hpp"
#include "sim/model/share_settings.hpp"

namespace warpshop::study {

/// What is set is set of clients: of their tasks the first stands for all, and what is said twice is said once.
void by_client(const ClientSet& clients, std::vector<ShareSetting>& settings);

/// The same by name, a line for each client that a setting is of. settings: as by_client() leaves them; plan: has a
/// share.
std::vector<ClientSetting> client_settings(const ClientSet& clients, const Plan& plan,
                                           const std::vector<ShareSetting>& settings);

}  // namespace warpshop::study
