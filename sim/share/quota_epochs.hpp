#pragma once

#include <cstdint>

#include "sim/share/clients_there.hpp"
#include "sim/share/quota_owners.hpp"
#include "sim/share/quota_rules.hpp"
#include "sim/share/quota_sms.hpp"

namespace warpshop::share {

/// Who may do how much, and until when. Times in milliseconds.
class QuotaEpochs {
 public:
  /// Keeps references. epoch: > 0. least: of their speed alone, what kernels without a goal start with.
  QuotaEpochs(const QuotaRule& rule, QuotaOwners& owners, double epoch, double least)
      : rule_(rule), owners_(owners), epoch_(epoch), least_(least) {}

  /// Whether the epoch ends now.
  bool is_over(double now) const;
  /// When it does; 0: there is none.
  double ends() const { return ends_; }
  /// Nobody has limits.
  void stop() { ends_ = 0; }
  /// The next epoch begins if this one is over, or there is none; those who have come are dealt quotas; those of an SM
  /// on which all are used up become what the rule says.
  void go_on(double now, const QuotaSms& sms);

 private:
  /// follows: another; else there was none until now.
  void begin(double now, bool follows, const QuotaSms& sms);
  /// Those that have come since then have as much as if they had been there; so do those whose next kernel has come, on
  /// the SMs that the last round of the one before it did not need.
  void deal_to_new(const QuotaSms& sms);
  /// Where the last epoch does not say it: without a goal, what it had when it was there last.
  void set_part(QuotaOwner& owner) const;
  /// By the CTAs that it is to have; once it takes no more subtasks, by those that are held.
  void set_quotas(QuotaOwner& owner, const ClientThere& client, const QuotaSms& sms) const;

  const QuotaRule& rule_;
  QuotaOwners& owners_;
  double epoch_;
  double least_;
  double ends_ = 0;
};

}  // namespace warpshop::share
