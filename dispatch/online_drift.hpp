#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "dispatch/drift.hpp"

namespace warpshop::dispatch {

/// Watches a profile while tasks come and go: their stages are gathered, and looked at together once there are
/// kTogether of them, so that copies find what opposed them. May be called by any thread.
class OnlineDrift {
 public:
  static constexpr std::size_t kTogether = 768;

  explicit OnlineDrift(Device profile) : drift_(std::move(profile)) {}

  /// Whether something was found to have left its interval, when stages were looked at just now.
  bool observe(std::span<const ObservedStage> stages);
  /// The profile with what was found put right, as Drift::learn().
  Device learn();
  /// How many figures have been put right so far.
  std::size_t learnt() const;
  /// What has been found, for people, learnt or not. Looks at what was gathered last.
  std::vector<std::string> texts();

 private:
  void look();

  mutable std::mutex mutex_;
  Drift drift_;
  std::vector<ObservedStage> gathered_;
  std::vector<std::string> learnt_;
};

}  // namespace warpshop::dispatch
