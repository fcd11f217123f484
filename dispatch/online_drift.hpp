#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
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

  /// learn: the profile that is better than the one so far, where something was found to have left its interval.
  std::optional<Device> observe(std::span<const ObservedStage> stages, bool learn);

  /// What has been found, for people, learnt or not. Looks at what was gathered last.
  std::vector<std::string> texts();
  /// After the last observe().
  Drift& drift() { return drift_; }

 private:
  void look();

  std::mutex mutex_;
  Drift drift_;
  std::vector<ObservedStage> gathered_;
  std::vector<std::string> learnt_;
};

}  // namespace warpshop::dispatch
