#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"
#include "sim/model/sm_runs.hpp"
#include "sim/share/clients_there.hpp"
#include "sim/share/quota_rules.hpp"

namespace warpshop::share {

/// Kernels of one client under quotas. Work is in milliseconds that it takes alone.
struct QuotaOwner {
  std::optional<double> goal;
  SmRuns<QuotaCounter> counters;
  double part = 0;             ///< what it is to do this epoch, of its speed alone; 0: never said yet
  bool dealt = false;          ///< it has had a quota since it came
  bool in_last_round = false;  ///< that was dealt by the CTAs of the last round of its kernel
  double done = 0, done_in_epoch = 0;
  double there = 0, there_in_epoch = 0;  ///< how long it has had kernels that ran, or could have
  double waited_in_epoch = 0;            ///< CTAs for issue slots, all together

  /// Its speed so far, of that alone; 0, where there is none yet.
  double history() const { return there > 0 ? done / there : 0; }
};

/// What a kernel was given on each SM, behind those of the one before it.
struct GivenOnSms {
  std::uint32_t end = 0;
  double work = 0;      ///< milliseconds that it takes alone
  bool counts = false;  ///< towards the owner's quota
};

/// What a kernel was given, and for how long it is known to have waited, in milliseconds.
struct GivenQuota {
  std::vector<GivenOnSms> on_sms = {};  ///< of all SMs, in order; empty: it was given nothing
  double waited = 0;
};

/// Who owns which kernel, and what each has done, as the controller is told.
class QuotaOwners {
 public:
  /// Keeps a reference.
  explicit QuotaOwners(const Instance& instance);

  /// What has been done, and how long owners were there, since the call before.
  void account(const Observation& seen);
  /// These are there from now on. Who is not, or where nobody has limits, has had no quota when it comes back.
  void are_there(std::span<const ClientThere> there, bool limits);

  const std::vector<std::uint32_t>& of_task() const { return of_task_; }
  std::vector<QuotaOwner>& all() { return all_; }
  QuotaOwner& operator[](std::uint32_t owner) { return all_[owner]; }
  /// What a task is given from now on: to be said of all SMs.
  std::vector<GivenOnSms>& give(std::uint32_t task);
  /// Subtasks in a millisecond, alone.
  double alone(std::uint32_t task) const;

 private:
  void account(const Running& kernel);

  const Instance& instance_;
  std::vector<std::uint32_t> of_task_;
  std::vector<QuotaOwner> all_;
  double then_ = 0;
  std::vector<std::uint32_t> there_;  ///< since it was asked last
  std::vector<GivenQuota> given_;     ///< by task
};

}  // namespace warpshop::share
