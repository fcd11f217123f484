#include "sim/share/quota_owners.hpp"

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
    all_.push_back({.goal = goal, .counters = std::vector<QuotaCounter>(sms_of(instance), counter)});
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
    for (std::uint32_t sm = left.first; sm < left.first + left.sms; ++sm) {
      const double spent = given->second.by_sm[sm] - its;
      owner.done += spent;
      owner.done_in_epoch += spent;
      given->second.by_sm[sm] = its;
      if (given->second.counts[sm]) {
        owner.counters[sm].left -= spent;
      }
    }
  }
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

GivenQuota& QuotaOwners::give(std::uint32_t task) {
  GivenQuota& given = given_[task];
  given.by_sm.resize(sms_of(instance_));
  given.counts.assign(sms_of(instance_), false);
  return given;
}

}  // namespace warpshop::share
