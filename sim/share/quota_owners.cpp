#include "sim/share/quota_owners.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/goal_parts.hpp"

namespace warpshop::share {

QuotaOwners::QuotaOwners(const Instance& instance) : instance_(instance), given_(instance.size()) {
  KernelOwners owners = kernel_owners(instance);
  of_task_ = std::move(owners.of_task);
  for (const std::optional<double>& goal : owners.goals) {
    const QuotaCounter counter{.has_goal = goal.has_value()};
    all_.push_back({.goal = goal, .counters = SmRuns(sms_of(instance), counter)});
  }
}

double QuotaOwners::alone(std::uint32_t task) const {
  const NamedKernel& kernel = instance_.kernels[instance_.work[task].kernel];
  const Millis plain = instance_.jobs[task].kernel - kernel.model.invocation.value_or(Millis{0});
  return static_cast<double>(instance_.work[task].subtasks) / plain.count();
}

void QuotaOwners::account(const Observation& seen) {
  const double passed = seen.now.count() - then_;
  then_ = seen.now.count();
  for (const std::uint32_t owner : there_) {
    all_[owner].there += passed;
    all_[owner].there_in_epoch += passed;
  }
  for (const Running& kernel : seen.ended) {
    account(kernel);
    given_[kernel.task].on_sms.clear();
    given_[kernel.task].waited = 0;
  }
  for (const Running& kernel : seen.running) {
    account(kernel);
  }
}

void QuotaOwners::account(const Running& kernel) {
  GivenQuota& given = given_[kernel.task];
  if (given.on_sms.empty()) {
    return;
  }
  QuotaOwner& owner = all_[of_task_[kernel.task]];
  const double rate = alone(kernel.task);
  auto its = given.on_sms.begin();
  for (const Allowance& allowance : kernel.left) {
    const double left = allowance.subtasks / rate;
    const std::uint32_t last = allowance.first + allowance.sms;
    for (std::uint32_t sm = allowance.first, end = sm; sm < last; sm = end) {
      its = std::find_if(its, given.on_sms.end(), [sm](const GivenOnSms& each) { return sm < each.end; });
      end = std::min(its->end, last);
      const double spent = its->work - left;
      if (spent == 0) {
        continue;
      }
      for (std::uint32_t each = sm; each < end; ++each) {  // rounds the same, however SMs are cut into runs
        owner.done += spent;
        owner.done_in_epoch += spent;
      }
      if (its->counts) {
        owner.counters.change(sm, end - sm, [spent](QuotaCounter& counter) { counter.left -= spent; });
      }
    }
  }
  owner.waited_in_epoch += kernel.waited.count() - given.waited;
  given.waited = kernel.waited.count();
}

void QuotaOwners::are_there(std::span<const ClientThere> there, bool limits) {
  there_.clear();
  for (const ClientThere& client : there) {
    there_.push_back(client.owner);
  }
  auto next = there_.begin();
  for (std::uint32_t owner = 0; owner < all_.size(); ++owner) {
    const bool is_there = next != there_.end() && *next == owner;
    next += is_there ? 1 : 0;
    all_[owner].dealt = all_[owner].dealt && is_there && limits;
  }
}

std::vector<GivenOnSms>& QuotaOwners::give(std::uint32_t task) {
  given_[task].on_sms.clear();
  return given_[task].on_sms;
}

}  // namespace warpshop::share
