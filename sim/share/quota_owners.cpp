#include "sim/share/quota_owners.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/goal_parts.hpp"

namespace warpshop::share {

QuotaOwners::QuotaOwners(const Instance& instance) : instance_(instance) {
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
    given_.erase(kernel.task);
  }
  for (const Running& kernel : seen.running) {
    account(kernel);
  }
}

void QuotaOwners::account(const Running& kernel) {
  const auto given = given_.find(kernel.task);
  if (given == given_.end()) {
    return;
  }
  QuotaOwner& owner = all_[of_task_[kernel.task]];
  const double rate = alone(kernel.task);
  for (const Allowance& left : kernel.left) {
    const double its = left.subtasks / rate;
    const std::uint32_t last = left.first + left.sms;
    auto run = given->second.on_sms.find(left.first);
    for (std::uint32_t sm = left.first, end = sm; sm < last; sm = end, ++run) {
      end = std::min(run->end, last);
      const double spent = run->value.work - its;
      if (spent == 0) {
        continue;
      }
      for (std::uint32_t each = sm; each < end; ++each) {  // rounds the same, however SMs are cut into runs
        owner.done += spent;
        owner.done_in_epoch += spent;
      }
      if (run->value.counts) {
        owner.counters.change(sm, end - sm, [spent](QuotaCounter& counter) { counter.left -= spent; });
      }
    }
    given->second.on_sms.change(left.first, left.sms, [its](GivenOnSm& sm) { sm.work = its; });
  }
  owner.counters.merge();
  owner.waited_in_epoch += kernel.waited.count() - given->second.waited;
  given->second.waited = kernel.waited.count();
}

void QuotaOwners::are_there(std::span<const ClientThere> there, bool limits) {
  there_.clear();
  std::vector<bool> is_there(all_.size());
  for (const ClientThere& client : there) {
    there_.push_back(client.owner);
    is_there[client.owner] = true;
  }
  for (std::size_t owner = 0; owner < all_.size(); ++owner) {
    all_[owner].dealt = all_[owner].dealt && is_there[owner] && limits;
  }
}

SmRuns<GivenOnSm>& QuotaOwners::give(std::uint32_t task) {
  auto given = given_.find(task);
  if (given == given_.end()) {
    given = given_.emplace(task, GivenQuota{.on_sms = {sms_of(instance_), {}}}).first;
  }
  given->second.on_sms.set(GivenOnSm{});
  return given->second.on_sms;
}

}  // namespace warpshop::share
