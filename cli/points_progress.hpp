#pragma once

#include <chrono>
#include <cstdint>

#include <fmt/format.h>

#include "cli/print.hpp"

namespace warpshop::cli {

/// Says, ten times a second at most, how far it is: `12 % of 10626 points, 3456 a second, 2 s left`.
class PointsProgress {
 public:
  PointsProgress(Progress& progress, std::uint64_t all) : progress_(progress), all_(all) {}

  void done(std::uint64_t more) {
    done_ += more;
    const Clock::time_point now = Clock::now();
    if (now - shown_ > std::chrono::milliseconds(100)) {
      shown_ = now;
      const double rate = static_cast<double>(done_) / std::chrono::duration<double>(now - start_).count();
      progress_.show(fmt::format("{:.0f} % of {} points, {:.0f} a second, {:.0f} s left",
                                 static_cast<double>(done_) / static_cast<double>(all_) * 100, all_, rate,
                                 static_cast<double>(all_ - done_) / rate));
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  Progress& progress_;
  std::uint64_t all_;
  std::uint64_t done_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
};

}  // namespace warpshop::cli
