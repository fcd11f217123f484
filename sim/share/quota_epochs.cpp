#include "sim/share/quota_epochs.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop::share {

bool QuotaEpochs::is_over(double now) const {
  return ends_ > 0 && (ends_ <= now || tied(Millis{ends_}, Millis{now}));
}

void QuotaEpochs::go_on(double now, const QuotaSms& sms) {
  if (is_over(now) || ends_ == 0) {
    begin(now, ends_ > 0, sms.there());
  }
  deal_to_new(sms.there());
  const std::size_t all = sms.there().front().holds.size();
  for (std::uint32_t sm = 0; sm < all; ++sm) {
    if (sms.is_used_up(sm)) {
      for (const ClientThere& client : sms.there()) {
        rule_.used_up(owners_[client.owner].counters[sm]);
      }
    }
  }
}

void QuotaEpochs::begin(double now, bool follows, std::span<const ClientThere> there) {
  std::vector<double> kept;
  for (const ClientThere& client : there) {
    const QuotaOwner& owner = owners_[client.owner];
    if (follows && owner.goal && owner.dealt && owner.there_in_epoch > 0) {
      kept.push_back(owner.done_in_epoch / owner.there_in_epoch / owner.part);
    }
  }
  for (const ClientThere& client : there) {
    QuotaOwner& owner = owners_[client.owner];
    const bool known = follows && owner.dealt && owner.there_in_epoch > 0;
    if (!owner.goal && known) {
      owner.part = goal_of_the_rest(owner.done_in_epoch / owner.there_in_epoch, kept, least_);
    } else {
      set_part(owner);
    }
    set_quotas(owner, client);
    if (owner.dealt) {
      std::for_each(owner.counters.begin(), owner.counters.end(), rule_.next_epoch);
    }
  }
  for (QuotaOwner& owner : owners_.all()) {
    owner.done_in_epoch = owner.there_in_epoch = owner.waited_in_epoch = 0;
  }
  ends_ = (follows && tied(Millis{ends_}, Millis{now}) ? ends_ : now) + epoch_;
}

void QuotaEpochs::deal_to_new(std::span<const ClientThere> there) {
  for (const ClientThere& client : there) {
    QuotaOwner& owner = owners_[client.owner];
    if (!owner.dealt) {
      set_part(owner);
      set_quotas(owner, client);
      std::for_each(owner.counters.begin(), owner.counters.end(), renew);
      owner.dealt = true;
    } else if (owner.in_last_round && client.takes_more) {
      const std::vector<QuotaCounter> before = owner.counters;
      set_quotas(owner, client);
      for (std::size_t sm = 0; sm < before.size(); ++sm) {
        owner.counters[sm].left += before[sm].quota > 0 ? 0 : owner.counters[sm].quota;
      }
    }
  }
}

void QuotaEpochs::set_part(QuotaOwner& owner) const {
  if (owner.goal) {
    owner.part = *owner.goal * (rule_.by_history ? catch_up(*owner.goal, owner.history()) : 1);
  } else {
    owner.part = std::max(owner.part, least_);
  }
}

void QuotaEpochs::set_quotas(QuotaOwner& owner, const ClientThere& client) const {
  const auto sum = [](const std::vector<std::uint32_t>& ctas) {
    return std::accumulate(ctas.begin(), ctas.end(), 0.0);
  };
  owner.in_last_round = !client.takes_more && sum(client.holds) > 0;
  const std::vector<std::uint32_t>& ctas = owner.in_last_round ? client.holds : client.is_let;
  const double all = sum(ctas);
  const double of_a_cta = all > 0 ? owner.part * epoch_ / all : 0;
  for (std::size_t sm = 0; sm < owner.counters.size(); ++sm) {
    owner.counters[sm].quota = of_a_cta * ctas[sm];
  }
}

}  // namespace warpshop::share
