#include "sim/share/sm_division.hpp"

#include <algorithm>
#include <utility>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/sharing_kernels.hpp"
#include "sim/share/sm_kinds.hpp"

namespace warpshop::share {

const std::vector<Allocation>* SmDivision::changed(const Observation& seen) {
  std::vector<std::uint32_t> tasks = tasks_there(seen);
  if (tasks == tasks_) {
    return nullptr;
  }
  tasks_ = std::move(tasks);
  const std::size_t kernels = std::min(tasks_.size(), kernels_);
  sharing_.clear();
  most_.clear();
  key_.clear();
  for (std::size_t i = 0; i < kernels; ++i) {
    sharing_.push_back(sharing_kernel(instance_, tasks_[i], form_));
    const std::int64_t fit = std::int64_t{sharing_.back().per_sm} * sms_of(instance_);
    most_.push_back(std::min(instance_.work[tasks_[i]].subtasks, fit));
    add_to(key_, sharing_.back());
    key_.add(most_.back());
  }
  has_.clear();
  for (const Running& kernel : seen.running) {
    if (has_.size() < kernels) {
      has_.push_back(kernel.asked);
    }
  }
  has_.resize(kernels);
  const SmsInOrder sms(has_, sms_of(instance_));
  sms.add_to(key_);
  const std::vector<Allocation>& found = answers_.get(key_, [&] {
    const CtasBySm before = sms.ordered();
    CtasBySm after = divide_(sharing_, most_, before);
    bring_alike_together(before, after);
    return all_in_ranges(after);
  });
  changed_.assign(tasks_.size(), {});
  for (std::size_t i = 0; i < kernels; ++i) {
    changed_[i] = sms.by_number(found[i]);
  }
  return &changed_;
}

Decision asked_of(const Observation& seen, const std::vector<Allocation>* changed) {
  Decision decision;
  if (changed == nullptr) {
    return decision;
  }
  auto its = changed->begin();
  for (const Running& kernel : seen.running) {
    decision.allocations.emplace_back(kernel.task, *its++);
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
