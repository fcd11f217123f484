#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace warpshop::dispatch {

/// Holds threads until all of them have come, so that they start together; or lets them go home once it is clear that
/// some never will. May be used by any thread.
class StartBarrier {
 public:
  explicit StartBarrier(std::size_t threads) : missing_(threads) {}

  /// Returns when all have come: true. false: it was called off.
  bool arrive_and_wait() {
    std::unique_lock lock(mutex_);
    --missing_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return missing_ == 0 || called_off_; });
    return !called_off_;
  }
  /// One that was to come never will; the others start without it.
  void miss() {
    const std::scoped_lock lock(mutex_);
    --missing_;
    changed_.notify_all();
  }
  void call_off() {
    const std::scoped_lock lock(mutex_);
    called_off_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t missing_;
  bool called_off_ = false;
};

}  // namespace warpshop::dispatch
