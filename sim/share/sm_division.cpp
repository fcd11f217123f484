#include "sim/share/sm_division.hpp"

#include <algorithm>
#include <utility>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/sharing_kernels.hpp"
#include "sim/share/sm_kinds.hpp"

namespace warpshop::share {

bool SmDivision::are_there(const Observation& seen) {
  std::vector<std::uint32_t> tasks = tasks_there(seen);
  if (tasks == tasks_) {
    return false;
  }
  has_.assign(std::min(tasks.size(), kernels_), {});
  for (std::size_t i = 0; i < has_.size(); ++i) {
    const auto had = std::find(tasks_.begin(), tasks_.end(), tasks[i]);
    if (had != tasks_.end()) {
      has_[i] = std::move(to_have_[static_cast<std::size_t>(had - tasks_.begin())]);
    }
  }
  tasks_ = std::move(tasks);
  sharing_.clear();
  most_.clear();
  key_.clear();
  for (std::size_t i = 0; i < has_.size(); ++i) {
    sharing_.push_back(sharing_kernel(instance_, tasks_[i], form_));
    const std::int64_t fit = std::int64_t{sharing_.back().per_sm} * sms_of(instance_);
    most_.push_back(std::min(instance_.work[tasks_[i]].subtasks, fit));
    add_to(key_, sharing_.back());
    key_.add(most_.back());
  }
  const SmsInOrder sms(has_, sms_of(instance_));
  sms.add_to(key_);
  const std::vector<Allocation>& found = answers_.get(key_, [&] {
    const CtasBySm before = sms.ordered();
    CtasBySm after = divide_(sharing_, most_, before);
    bring_alike_together(before, after);
    return all_in_ranges(after);
  });
  to_have_.assign(tasks_.size(), {});
  for (std::size_t i = 0; i < found.size(); ++i) {
    to_have_[i] = sms.by_number(found[i]);
  }
  return true;
}

Decision asked_of(const Observation& seen, const std::vector<Allocation>& to_have, bool changed) {
  Decision decision;
  auto its = to_have.begin();
  for (const Running& kernel : seen.running) {
    if (changed) {
      decision.allocations.emplace_back(kernel.task, *its);
    }
    ++its;
  }
  for (const std::uint32_t task : seen.ready) {
    if (!its->empty()) {
      decision.allocations.emplace_back(task, *its);
    }
    ++its;
  }
  return decision;
}

}  // namespace warpshop::share
