#include "sim/evaluate/co_run/rates_by_set.hpp"

#include <algorithm>

namespace warpshop::evaluate {
std::span<const SubtasksPerMilli> RatesBySet::rates(std::span<const SmGroup> groups, double memory) {
  set_.clear();
  launches_.clear();
  kernels_.clear();
  set_.add(memory);
  for (const SmGroup& group : groups) {
    set_.add(group.sms).add(group.residents.size());
    for (const auto& [kernel, ctas, launch] : group.residents) {
      const auto found = std::find(launches_.begin(), launches_.end(), launch);
      add_law(kernel);
      set_.add(ctas).add(found - launches_.begin());
      if (found == launches_.end()) {
        launches_.push_back(launch);
      }
    }
  }
  if (const auto found = known_.find(set_.bytes()); found != known_.end()) {
    return found->second;
  }
  if (known_.size() >= kMostSets) {
    known_.clear();
  }
  return known_.emplace(set_.bytes(), group_rates(profile_, groups, memory)).first->second;
}

void RatesBySet::add_law(std::size_t kernel) {
  const auto found = std::find(kernels_.begin(), kernels_.end(), kernel);
  set_.add(found - kernels_.begin());
  if (found == kernels_.end()) {
    kernels_.push_back(kernel);
    add_kernel(set_, kernel);
  }
}

void RatesBySet::add_kernel(BytesKey& key, std::size_t kernel) const {
  const CorrectedKernel& its = profile_.kernels[kernel];
  for (const CorrectionCurve* curve : {&its.by_ctas, &its.on_part, &its.by_sms}) {
    key.add(curve->points().data());
  }
  key.add(its.law).add(profile_.pairs.empty() ? 0 : kernel);
}

}  // namespace warpshop::evaluate
