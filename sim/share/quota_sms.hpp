#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/share/alike_sms.hpp"
#include "sim/share/clients_there.hpp"
#include "sim/share/quota_owners.hpp"
#include "sim/share/quota_rules.hpp"

namespace warpshop::share {

/// Whose quota on an SM is used up. Keeps references.
class QuotaSms {
 public:
  /// there: those that are there. nothing: of a counter, what is none but for rounding; milliseconds alone.
  QuotaSms(const QuotaRule& rule, std::span<const ClientThere> there, QuotaOwners& owners, double nothing);

  std::span<const ClientThere> there() const { return there_; }
  /// Neighbouring SMs on which all is the same: what clients and their kernels hold, are to have, and may do.
  const std::vector<SmSpan>& alike() const { return alike_; }
  double nothing() const { return nothing_; }
  /// All who work there have used theirs up.
  bool is_used_up(std::uint32_t sm) const;
  /// Somebody with a goal works there, or is about to, and has some left.
  bool goals_wait(std::uint32_t sm) const;
  /// The client is given its quota again whenever it has used it up there, until the epoch ends: all others have, and
  /// get no more.
  bool is_renewed_at_once(const ClientThere& client, std::uint32_t sm) const;

 private:
  bool is_out(const ClientThere& client, std::uint32_t sm) const {
    return owners_[client.owner].counters[sm].left <= nothing_;
  }
  bool is_renewed(const ClientThere& client, std::uint32_t sm) const;

  const QuotaRule& rule_;
  std::span<const ClientThere> there_;
  QuotaOwners& owners_;
  double nothing_;
  std::vector<SmSpan> alike_;
};

}  // namespace warpshop::share
