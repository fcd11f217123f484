#include "dispatch/drift/online_drift.hpp"

#include <algorithm>
#include <cstddef>

namespace warpshop::dispatch {

bool OnlineDrift::observe(std::span<const ObservedStage> stages) {
  const std::scoped_lock lock(mutex_);
  gathered_.insert(gathered_.end(), stages.begin(), stages.end());
  if (gathered_.size() - judged_ < kTogether) {
    return false;
  }
  look(kMargin);
  return !drift_.findings().empty();
}

Device OnlineDrift::learn() {
  const std::scoped_lock lock(mutex_);
  for (const Finding& finding : drift_.findings()) {
    learnt_.push_back("learnt: " + text(finding));
  }
  return drift_.learn();
}

std::vector<std::string> OnlineDrift::texts() {
  const std::scoped_lock lock(mutex_);
  look(0);
  std::vector<std::string> texts = learnt_;
  for (const Finding& finding : drift_.findings()) {
    texts.push_back(text(finding));
  }
  return texts;
}

void OnlineDrift::look(std::size_t margin) {
  const std::size_t end = std::max(judged_, gathered_.size() - std::min(margin, gathered_.size()));
  drift_.add(gathered_, judged_, end);
  judged_ = end;
  const std::size_t old = judged_ - std::min(kMargin, judged_);
  gathered_.erase(gathered_.begin(), gathered_.begin() + static_cast<std::ptrdiff_t>(old));
  judged_ -= old;
}

}  // namespace warpshop::dispatch
