#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "dispatch/drift/drift.hpp"

namespace warpshop::dispatch {

/// Watches a profile while tasks come and go. Their stages are gathered, and looked at once there are kTogether more of
/// them; the last kMargin wait for the next time, as what opposed them may belong to tasks that are not done yet. May
/// be called by any thread.
class OnlineDrift {
 public:
  static constexpr std::size_t kTogether = 768;
  static constexpr std::size_t kMargin = 256;  ///< more than the stages of tasks that are under way at once

  explicit OnlineDrift(Device profile) : drift_(std::move(profile)) {}

  /// Whether something was found to have left its interval, when stages were looked at just now.
  bool observe(std::span<const ObservedStage> stages);
  /// The profile with what was found put right, as Drift::learn().
  Device learn();
  /// What has been found, for people, learnt or not. Looks at what was gathered last: nothing is under way any more.
  std::vector<std::string> texts();

 private:
  void look(std::size_t margin);

  std::mutex mutex_;
  Drift drift_;
  std::vector<ObservedStage> gathered_;
  std::size_t judged_ = 0;  ///< of those gathered; kept for what they may oppose
  std::vector<std::string> learnt_;
};

}  // namespace warpshop::dispatch
