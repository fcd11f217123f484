#include "sim/study/clients/client_settings.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace warpshop::study {
void by_client(const ClientSet& clients, std::vector<ShareSetting>& settings) {
  std::vector<ShareSetting> told;
  for (ShareSetting& setting : settings) {
    for (std::uint32_t& task : setting.tasks) {
      const Client* client = clients.of(task);
      task = client != nullptr ? client->tasks.first : task;
    }
    setting.tasks.erase(std::unique(setting.tasks.begin(), setting.tasks.end()), setting.tasks.end());
    if (std::find(told.begin(), told.end(), setting) == told.end()) {
      told.push_back(std::move(setting));
    }
  }
  settings = std::move(told);
}

std::vector<ClientSetting> client_settings(const ClientSet& clients, const Plan& plan,
                                           const std::vector<ShareSetting>& settings) {
  const auto positive = [](std::uint32_t number) { return number > 0 ? std::optional(number) : std::nullopt; };
  std::vector<ClientSetting> named;
  for (const ShareSetting& setting : settings) {
    const Client* with = setting.with ? clients.of(*setting.with) : nullptr;
    for (const std::uint32_t task : setting.tasks) {
      if (const Client* client = clients.of(task); client != nullptr) {
        named.push_back({.client = client->name,
                         .mps_percentage = setting.mps_percentage,
                         .sms = positive(setting.sms),
                         .ctas_per_sm = positive(setting.ctas_per_sm),
                         .mig_instance = positive(setting.mig_instance),
                         .mig_profile = setting.mig_instance > 0 ? std::optional(setting.mig_profile) : std::nullopt,
                         .with = with == nullptr ? std::nullopt : std::optional(with->name),
                         .changes = plan.share->settable == Settable::while_running});
      }
    }
  }
  return named;
}

}  // namespace warpshop::study
