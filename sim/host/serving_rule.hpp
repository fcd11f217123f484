#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "sim/model/processor_part.hpp"
#include "sim/model/serving_interval.hpp"
#include "sim/model/units.hpp"

namespace warpshop::host {

/// EMU (S1 5) for a process whose threads serve all requests together, by what can be measured there:
///
/// - IPC is speed: the part of the time that threads could run in which they ran. As IPC of all cores it grows with the
///   cores while these are what is lacking; unlike it, it is 1 where requests wait for a device, which no core helps.
///   It does not grow beyond 1 as IPC does, so what F is taken of is not what is held but what of it the threads could
///   have used, ⌈threads⌉ cores: no more than that help, and the others are given back.
/// - W_done = Σ speed · time under way, W_pred = IPC_pred · T_pred = mean work of the application's requests. Any unit
///   of work does: F is a ratio.
/// - T_pred, to be safe: what 99 % of the last kRemembered requests of the application took that began with that grant,
///   within kForgotten. A name is all that is known of a request, not its size, so that the mean would be exceeded by
///   half of them. A grant with which none began: that of the fewest cores · ways among the larger ones, its time
///   beyond the device · cores/cores · ways/ways: no loss of speed is worse while it is cores or misses that go up. If
///   there is none larger, the largest. Nothing known of the application: nothing is safe, it has all.
///
/// All hold what one holds, so what is held is the most that any request wants: a new one fewest_grant() of its bound
/// T_target - T_queued, one that was there before adjusted_grant(), and the next one of each application seen within
/// kLately fewest_grant() of the target.
class ServingRule {
 public:
  static constexpr std::size_t kRemembered = 200;
  static constexpr double kPart = 0.99;
  static constexpr Millis kForgotten{30'000};
  static constexpr Millis kLately{1000};

  /// all: one core and way at least; a single way where ways are not split. target > 0.
  ServingRule(ProcessorPart all, Millis target) : all_(all), target_(target) {}

  /// Intervals follow each other. O(requests · grants known).
  ProcessorPart operator()(const ServingInterval& interval);

 private:
  struct Sample {
    Millis ended, duration, device;
    Millis work;
  };
  /// Requests of an application that began with a grant.
  struct Known {
    std::deque<Sample> samples;
    Millis slowest{0};                       ///< kPart of them took at most that
    Millis duration{0}, device{0}, work{0};  ///< means
    void sum_up();
  };
  struct Prediction {
    Millis slowest, duration, work;
  };
  struct Control {
    ProcessorPart began_with, initial;
    double predicted_ipc = 0;
    Millis predicted{0}, bound{0}, work_done{0};
  };
  using Applications = std::map<std::uint32_t, std::map<std::pair<int, int>, Known>>;

  std::optional<Prediction> predicted(std::uint32_t application, ProcessorPart grant) const;
  ProcessorPart fewest(std::uint32_t application, Millis bound) const;
  Control started(const RequestUnderWay& request, ProcessorPart held) const;
  void remember(const RequestUnderWay& request, const Control& control);
  void forget(Millis now);

  ProcessorPart all_;
  Millis target_;
  Applications known_;
  std::map<std::uint32_t, Millis> seen_at_;  ///< by application
  std::unordered_map<std::uint64_t, Control> under_way_;
};

}  // namespace warpshop::host
