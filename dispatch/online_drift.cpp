#include "dispatch/online_drift.hpp"

namespace warpshop::dispatch {

std::optional<Device> OnlineDrift::observe(std::span<const ObservedStage> stages, bool learn) {
  const std::scoped_lock lock(mutex_);
  gathered_.insert(gathered_.end(), stages.begin(), stages.end());
  if (gathered_.size() < kTogether) {
    return {};
  }
  look();
  if (!learn) {
    return {};
  }
  const std::vector<Finding> findings = drift_.findings();
  if (findings.empty()) {
    return {};
  }
  for (const Finding& finding : findings) {
    learnt_.push_back("learnt: " + text(finding));
  }
  return drift_.learn();
}

std::vector<std::string> OnlineDrift::texts() {
  const std::scoped_lock lock(mutex_);
  look();
  std::vector<std::string> texts = learnt_;
  for (const Finding& finding : drift_.findings()) {
    texts.push_back(text(finding));
  }
  return texts;
}

void OnlineDrift::look() {
  drift_.add(gathered_);
  gathered_.clear();
}

}  // namespace warpshop::dispatch
