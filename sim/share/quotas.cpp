#include "sim/share/quotas.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/clients_there.hpp"
#include "sim/share/quota_ctas.hpp"
#include "sim/share/quota_epochs.hpp"
#include "sim/share/quota_limits.hpp"
#include "sim/share/quota_owners.hpp"
#include "sim/share/quota_sms.hpp"
#include "sim/share/sharing_kernels.hpp"

namespace warpshop::share {
namespace {

/// quota_owners.hpp says what each has done, this which CTAs each has, quota_epochs.hpp who may do how much, and
/// quota_limits.hpp what kernels are told.
class Quotas {
 public:
  Quotas(const Instance& instance, const Share& share, const QuotaRule& rule)
      : instance_(instance),
        rule_(rule),
        form_(share.form),
        owners_(instance),
        sms_(sms_of(instance)),
        epoch_(simulated_epoch_of(instance, share)),
        adjusts_(share.settings.number("adjust") > 0),
        epochs_(rule, owners_, epoch_, share.settings.number("start")) {}

  Decision decide(const Observation& seen) {
    owners_.account(seen);
    std::vector<ClientThere> there = clients_there(seen, owners_.of_task(), sms_);
    const auto has_goal = [this](const ClientThere& client) { return owners_[client.owner].goal.has_value(); };
    const bool limited = there.size() > 1 && std::any_of(there.begin(), there.end(), has_goal);
    owners_.are_there(there, limited);
    if (there.size() > 1) {
      find_ctas(there);
    }
    const QuotaSms sms(rule_, there, owners_, 1e-9 * epoch_ / sms_);
    if (limited) {
      if (adjusts_ && epochs_.is_over(seen.now.count())) {
        adjust(there);
      }
      epochs_.go_on(seen.now.count(), sms);
    } else {
      epochs_.stop();
    }
    return give(there, sms, limited);
  }

 private:
  /// By who is there: its owner, and its kernel.
  using OwnedKernels = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  /// How many each is to have beside the others.
  void find_ctas(std::vector<ClientThere>& there) {
    OwnedKernels kernels;
    for (const ClientThere& client : there) {
      kernels.emplace_back(client.owner, instance_.work[client.kernels.front().task].kernel);
    }
    if (kernels != sharing_of_) {
      sharing_.clear();
      for (const ClientThere& client : there) {
        sharing_.push_back(sharing_kernel(instance_, client.kernels.front().task, form_));
        sharing_.back().has_goal = owners_[client.owner].goal.has_value();
      }
      ctas_ = &plans_.try_emplace(kernels).first->second;
      if (ctas_->empty()) {
        *ctas_ = first_ctas(resources_of(instance_.chip->sm), sms_, sharing_);
      }
      sharing_of_ = std::move(kernels);
    }
    let_have(there);
  }
  void let_have(std::vector<ClientThere>& there) const {
    for (std::size_t i = 0; i < there.size(); ++i) {
      there[i].is_let = (*ctas_)[i];
    }
  }

  KernelStanding standing(const ClientThere& client) {
    const QuotaOwner& owner = owners_[client.owner];
    const auto on = static_cast<double>(
        std::count_if(client.is_let.begin(), client.is_let.end(), [](auto each) { return each > 0; }));
    return {.goal = owner.goal.value_or(0),
            .history = owner.history(),
            .idle = on > 0 && owner.there_in_epoch > 0 ? owner.waited_in_epoch / owner.there_in_epoch / on : 0,
            .used_up = owner.done_in_epoch >= (1 - 1e-6) * owner.part * owner.there_in_epoch};
  }
  /// At the end of an epoch.
  void adjust(std::vector<ClientThere>& there) {
    std::vector<KernelStanding> standings;
    standings.reserve(there.size());
    for (const ClientThere& client : there) {
      standings.push_back(standing(client));
    }
    std::vector<std::uint32_t> on_sm(there.size());
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      const auto leaves = [sm](const ClientThere& client) { return client.leaves(sm); };
      if (std::any_of(there.begin(), there.end(), leaves)) {
        continue;  // one preemption at a time
      }
      for (std::size_t i = 0; i < on_sm.size(); ++i) {
        on_sm[i] = (*ctas_)[i][sm];
      }
      if (adjust_ctas(resources_of(instance_.chip->sm), sharing_, standings, on_sm)) {
        for (std::size_t i = 0; i < on_sm.size(); ++i) {
          (*ctas_)[i][sm] = on_sm[i];
        }
      }
    }
    let_have(there);
  }

  Decision give(const std::vector<ClientThere>& there, const QuotaSms& sms, bool limited) {
    Decision decision;
    bool limits = false;
    for (const ClientThere& client : there) {
      const bool alone = client.kernels.size() == 1;
      const std::vector<std::vector<std::uint32_t>> asked =
          there.size() > 1 && !alone ? asked_by_kernels(client) : std::vector<std::vector<std::uint32_t>>();
      for (std::size_t i = 0; i < client.kernels.size(); ++i) {
        const KernelThere& kernel = client.kernels[i];
        Allocation its = there.size() == 1 ? everything(instance_) : ranges_of(alone ? client.is_let : asked[i]);
        if (its.empty() && kernel.running == nullptr) {
          continue;  // there is no room for it yet
        }
        decision.allocations.emplace_back(kernel.task, std::move(its));
        limits |= limit_kernel(rule_, sms, owners_, client, kernel, limited, decision);
      }
    }
    if (limits) {
      decision.wake_at = Millis{epochs_.ends()};
    }
    return decision;
  }

  const Instance& instance_;
  const QuotaRule& rule_;
  KernelForm form_;
  QuotaOwners owners_;
  std::uint32_t sms_;
  double epoch_;
  bool adjusts_;
  QuotaEpochs epochs_;
  std::map<OwnedKernels, CtasBySm> plans_;
  OwnedKernels sharing_of_ = {};        ///< those that are there, where these are more than one
  std::vector<SharingKernel> sharing_;  ///< as these
  CtasBySm* ctas_ = nullptr;            ///< the same
};

}  // namespace

Controller quotas(const Instance& instance, const Share& share, const QuotaRule& rule) {
  const auto state = std::make_shared<Quotas>(instance, share, rule);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
