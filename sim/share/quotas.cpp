#include "sim/share/quotas.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
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
        all_sms_(everything(instance)),
        owners_(instance),
        clients_(owners_.of_task()),
        epoch_(simulated_epoch_of(instance, share)),
        adjusts_(share.settings.number("adjust") > 0),
        sms_(rule, owners_, sms_of(instance), 1e-9 * epoch_ / sms_of(instance)),
        epochs_(rule, owners_, epoch_, share.settings.number("start")) {}

  Decision decide(const Observation& seen) {
    owners_.account(seen);
    const std::span<ClientThere> there = clients_.find(seen);
    const auto has_goal = [this](const ClientThere& client) { return owners_[client.owner].goal.has_value(); };
    const bool limited = there.size() > 1 && std::any_of(there.begin(), there.end(), has_goal);
    owners_.are_there(there, limited);
    if (there.size() > 1) {
      find_split(there);
      sms_.set(there, split_->ctas);
    } else {
      sms_.set_alone(there);
    }
    if (limited) {
      if (adjusts_ && epochs_.is_over(seen.now.count())) {
        adjust(there);
      }
      epochs_.go_on(seen.now.count(), sms_);
    } else {
      epochs_.stop();
    }
    return give(there, limited);
  }

 private:
  /// By who is there: its owner, and its kernel.
  using OwnedKernels = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  /// How they share the SMs.
  struct Split {
    std::vector<SharingKernel> kernels = {};
    std::vector<Allocation> ctas = {};  ///< that each is to have
  };

  /// How many each is to have beside the others.
  void find_split(std::span<const ClientThere> there) {
    sharing_.clear();
    for (const ClientThere& client : there) {
      sharing_.emplace_back(client.owner, instance_.work[client.kernels.front().task].kernel);
    }
    if (sharing_ == split_of_) {
      return;
    }
    split_of_ = sharing_;
    split_ = &splits_.try_emplace(sharing_).first->second;
    if (split_->ctas.empty()) {
      *split_ = first_split(there);
    }
  }
  Split first_split(std::span<const ClientThere> there) {
    Split split;
    for (const ClientThere& client : there) {
      split.kernels.push_back(sharing_kernel(instance_, client.kernels.front().task, form_));
      split.kernels.back().has_goal = owners_[client.owner].goal.has_value();
    }
    for (const std::vector<std::uint32_t>& ctas :
         first_ctas(resources_of(instance_.chip->sm), sms_of(instance_), split.kernels)) {
      split.ctas.push_back(in_ranges(ctas));
    }
    return split;
  }

  KernelStanding standing(const ClientThere& client) {
    const QuotaOwner& owner = owners_[client.owner];
    double on = 0;  // SMs
    for (std::size_t span = 0; span < client.is_let.size(); ++span) {
      on += client.is_let[span] > 0 ? sms_.spans()[span].sms : 0;
    }
    return {.goal = owner.goal.value_or(0),
            .history = owner.history(),
            .idle = on > 0 && owner.there_in_epoch > 0 ? owner.waited_in_epoch / owner.there_in_epoch / on : 0,
            .used_up = owner.done_in_epoch >= (1 - 1e-6) * owner.part * owner.there_in_epoch};
  }
  /// At the end of an epoch.
  void adjust(std::span<ClientThere> there) {
    std::vector<KernelStanding> standings;
    standings.reserve(there.size());
    for (const ClientThere& client : there) {
      standings.push_back(standing(client));
    }
    bool changes = false;
    std::vector<std::uint32_t> on_sm(there.size());
    for (std::size_t span = 0; span < sms_.spans().size(); ++span) {
      const auto leaves = [span](const ClientThere& client) { return client.leaves(span); };
      if (std::any_of(there.begin(), there.end(), leaves)) {
        continue;  // one preemption at a time
      }
      for (std::size_t i = 0; i < on_sm.size(); ++i) {
        on_sm[i] = there[i].is_let[span];
      }
      if (adjust_ctas(resources_of(instance_.chip->sm), split_->kernels, standings, on_sm)) {
        changes = true;
        for (std::size_t i = 0; i < on_sm.size(); ++i) {
          there[i].is_let[span] = on_sm[i];
        }
      }
    }
    for (std::size_t i = 0; changes && i < there.size(); ++i) {
      split_->ctas[i] = ranges_of(there[i].is_let, sms_.spans());
    }
  }

  Decision give(std::span<const ClientThere> there, bool limited) {
    Decision decision;
    decision.allowances.reserve(there.size() * sms_.spans().size());  // mostly enough
    bool limits = false;
    for (std::size_t i = 0; i < there.size(); ++i) {
      const ClientThere& client = there[i];
      const bool alone = there.size() == 1;
      if (alone || client.kernels.size() == 1) {
        for (const KernelThere& kernel : client.kernels) {
          limits |= give(client, kernel, alone ? all_sms_ : split_->ctas[i], limited, decision);
        }
        continue;
      }
      const std::vector<Allocation> asked = asked_by_kernels(client, sms_.spans());
      for (std::size_t kernel = 0; kernel < asked.size(); ++kernel) {
        limits |= give(client, client.kernels[kernel], asked[kernel], limited, decision);
      }
    }
    if (limits) {
      decision.wake_at = Millis{epochs_.ends()};
    }
    return decision;
  }
  /// Whether it has limits anywhere.
  bool give(const ClientThere& client, const KernelThere& kernel, const Allocation& asked, bool limited,
            Decision& decision) {
    if (asked.empty() && kernel.running == nullptr) {
      return false;  // there is no room for it yet
    }
    if (kernel.running == nullptr || kernel.running->asked != asked) {
      decision.allocations.emplace_back(kernel.task, asked);
    }
    return limit_kernel(rule_, sms_, owners_, client, kernel, limited, decision);
  }

  const Instance& instance_;
  const QuotaRule& rule_;
  KernelForm form_;
  Allocation all_sms_;
  QuotaOwners owners_;
  ClientsThere clients_;
  double epoch_;
  bool adjusts_;
  QuotaSms sms_;
  QuotaEpochs epochs_;
  OwnedKernels sharing_ = {};  ///< those that are there, where these are more than one
  std::map<OwnedKernels, Split> splits_ = {};
  Split* split_ = nullptr;      ///< the last
  OwnedKernels split_of_ = {};  ///< of these
};

}  // namespace

Controller quotas(const Instance& instance, const Share& share, const QuotaRule& rule) {
  const auto state = std::make_shared<Quotas>(instance, share, rule);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
