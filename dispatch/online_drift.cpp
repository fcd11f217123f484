#include "dispatch/online_drift.hpp"

namespace warpshop::dispatch {

bool OnlineDrift::observe(std::span<const ObservedStage> stages) {
  const std::scoped_lock lock(mutex_);
  gathered_.insert(gathered_.end(), stages.begin(), stages.end());
  if (gathered_.size() < kTogether) {
    return false;
  }
  look();
  return !drift_.findings().empty();
}

Device OnlineDrift::learn() {
  const std::scoped_lock lock(mutex_);
  look();
  for (const Finding& finding : drift_.findings()) {
    learnt_.push_back("learnt: " + text(finding));
  }
  return drift_.learn();
}

std::size_t OnlineDrift::learnt() const {
  const std::scoped_lock lock(mutex_);
  return learnt_.size();
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
