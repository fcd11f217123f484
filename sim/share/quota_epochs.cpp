#include "sim/share/quota_epochs.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop::share {

bool QuotaEpochs::is_over(double now) const {
  return ends_ > 0 && (ends_ <= now || tied(Millis{ends_}, Millis{now}));
}

void QuotaEpochs::go_on(double now, const QuotaSms& sms) {
  if (is_over(now) || ends_ == 0) {
    begin(now, ends_ > 0, sms);
  }
  deal_to_new(sms);
  for (std::size_t span = 0; span < sms.spans().size(); ++span) {
    if (sms.is_used_up(span)) {
      for (const ClientThere& client : sms.there()) {
        rule_.used_up(owners_[client.owner].counters.of_run(span));
      }
    }
  }
}

void QuotaEpochs::begin(double now, bool follows, const QuotaSms& sms) {
  const std::span<const ClientThere> there = sms.there();
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
    set_quotas(owner, client, sms);
    if (owner.dealt) {
      owner.counters.change(rule_.next_epoch);
    }
  }
  for (QuotaOwner& owner : owners_.all()) {
    owner.done_in_epoch = owner.there_in_epoch = owner.waited_in_epoch = 0;
  }
  ends_ = (follows && tied(Millis{ends_}, Millis{now}) ? ends_ : now) + epoch_;
}

void QuotaEpochs::deal_to_new(const QuotaSms& sms) {
  for (const ClientThere& client : sms.there()) {
    QuotaOwner& owner = owners_[client.owner];
    if (!owner.dealt) {
      set_part(owner);
      set_quotas(owner, client, sms);
      owner.counters.change(renew);
      owner.dealt = true;
    } else if (owner.in_last_round && client.takes_more) {
      const SmRuns<QuotaCounter> before = owner.counters;
      set_quotas(owner, client, sms);
      for (std::size_t span = 0; span < sms.spans().size(); ++span) {
        QuotaCounter& counter = owner.counters.of_run(span);
        counter.left += before.of_run(span).quota > 0 ? 0 : counter.quota;
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

void QuotaEpochs::set_quotas(QuotaOwner& owner, const ClientThere& client, const QuotaSms& sms) const {
  const auto sum = [&](const CtasBySpan& ctas) {
    std::uint32_t all = 0;
    for (std::size_t span = 0; span < ctas.size(); ++span) {
      all += ctas[span] * sms.spans()[span].sms;
    }
    return all;
  };
  owner.in_last_round = !client.takes_more && sum(client.holds) > 0;
  const CtasBySpan& ctas = owner.in_last_round ? client.holds : client.is_let;
  const double all = sum(ctas);
  const double of_a_cta = all > 0 ? owner.part * epoch_ / all : 0;
  for (std::size_t span = 0; span < ctas.size(); ++span) {
    owner.counters.of_run(span).quota = of_a_cta * ctas[span];
  }
}

}  // namespace warpshop::share
