#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dispatch/drift/learn.hpp"
#include "dispatch/drift/observed_pairs.hpp"
#include "dispatch/drift/observed_stage.hpp"
#include "sim/model/co_run.hpp"
#include "sim/model/device.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::dispatch {

/// `kernels.vector_add takes 1.23 times as long as the profile says (1.20 … 1.25, 40 samples; it allows 0.980 … 1.02)`.
std::string text(const Finding& finding);

/// Watches whether a device still keeps to its profile, and learns what it does instead. Kernels are compared by their
/// time (S5 eq. 3.2), copies by their bandwidth: alone those that no opposing payload overlaps, and beside another
/// those that one overlaps for at least half of their payload's time, by what is left of eq. 3.1:
///   bandwidth beside = (size - (time - latency - overlap) alone) / overlap,
/// which the profile gives as alone · duplex / alone of large copies. Copies whose latency takes more than half their
/// time say nothing of bandwidth. What copies and memory-bound kernels do to each other by the profile's interference
/// is allowed. Kernels that share the device are compared by what they do beside each other: see observed_pairs().
class Drift {
 public:
  explicit Drift(Device profile) : profile_(std::move(profile)) {}

  /// What the profile says of kernels that share the device, for add_shared().
  void expect(RatesByProfile rates) { rates_ = std::move(rates); }
  /// A measured timeline of kernels that share all of the device, by their names, by task; of no meaning without
  /// expect().
  void add_shared(const Timeline& timeline, std::span<const std::string> kernels);

  /// Stages of tasks of one stretch of time: what opposes a copy is looked for among all of them. Those at positions
  /// first … last - 1 are samples; what may oppose them must be there.
  void add(std::span<const ObservedStage> stages, std::size_t first, std::size_t last);
  void add(std::span<const ObservedStage> stages) { add(stages, 0, stages.size()); }

  /// What has left its confidence interval: at least six samples (of each figure the last 8192 at most), with an
  /// interval of the median's (95 %) that lies outside the profile's and is off by more than 1 % and by more than what
  /// submitting and handing over between engines may take: 5 us, or the profile's gap between the two engines if that
  /// is longer. In the order of paths.
  std::vector<Finding> findings() const;

  /// The profile with every finding's figure put right, as put_right() does. Samples so far are forgotten.
  Device learn();

  const Device& profile() const { return profile_; }

 private:
  /// Of one direction, which follow each other, by their start.
  using Copies = std::vector<const ObservedStage*>;

  void add_kernel(const ObservedStage& stage);
  void add_copy(const ObservedStage& stage, const Copies& opposite);
  void keep(const std::string& path, const Sample& sample);
  Millis hand_over(const std::string& path) const;
  SubtasksPerMilli median_rate(const std::string& path) const;
  Confidence allowed(const std::string& path, const std::vector<Sample>& samples) const;

  Device profile_;
  Samples samples_;
  RatesByProfile rates_ = nullptr;
  std::map<std::string, CoRunPoint> pairs_;  ///< by path of either rate
};

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
