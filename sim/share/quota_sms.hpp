#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/alike_sms.hpp"
#include "sim/share/clients_there.hpp"
#include "sim/share/quota_owners.hpp"
#include "sim/share/quota_rules.hpp"

namespace warpshop::share {

/// Whose quota on an SM is used up, by span: neighbouring SMs on which all is the same.
class QuotaSms {
 public:
  /// Keeps references. nothing: of a counter, what is none but for rounding; milliseconds alone.
  QuotaSms(const QuotaRule& rule, QuotaOwners& owners, std::uint32_t sms, double nothing)
      : rule_(rule), owners_(owners), nothing_(nothing), sms_(sms) {}

  /// This client is there alone: all SMs are a span.
  void set_alone(std::span<ClientThere> there);
  /// These are there, and are to have so many CTAs, by client. Says how many they have and are to have by span, and
  /// cuts their counters into spans.
  void set(std::span<ClientThere> there, std::span<const Allocation> are_let);

  std::span<const ClientThere> there() const { return there_; }
  /// What clients and their kernels hold, are to have, and may do is the same there.
  const std::vector<SmSpan>& spans() const { return spans_; }
  double nothing() const { return nothing_; }
  /// All who work there have used theirs up.
  bool is_used_up(std::size_t span) const;
  /// Somebody with a goal works there, or is about to, and has some left.
  bool goals_wait(std::size_t span) const;
  /// The client is given its quota again whenever it has used it up there, until the epoch ends: all others have, and
  /// get no more.
  bool is_renewed_at_once(const ClientThere& client, std::size_t span) const;

 private:
  const QuotaCounter& counter(const ClientThere& client, std::size_t span) const {
    return owners_[client.owner].counters.of_run(span);
  }
  bool is_out(const ClientThere& client, std::size_t span) const { return counter(client, span).left <= nothing_; }
  bool is_renewed(const ClientThere& client, std::size_t span) const;

  const QuotaRule& rule_;
  QuotaOwners& owners_;
  double nothing_;
  std::uint32_t sms_;
  std::span<const ClientThere> there_ = {};
  AlikeSms alike_ = {};
  std::vector<SmSpan> spans_ = {};
};

}  // namespace warpshop::share
