#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/print.hpp"
#include "sim/model/sweep_manifest.hpp"

namespace warpshop::cli {

/// Where the answer of a sweep goes.
struct SweptOptions {
  bool timing = false;
  OutputOptions output;
};

/// --rows (every single result as CSV), --report, --timing and what all commands have.
void add_swept_options(CLI::App& command, SweptOptions& options);

/// What the points of a sweep come to, each of which goes to --rows as it is, if that is asked for. next: some points
/// at a time, in their order; none: that was all.
Sweep summed_up(const SweepManifest& manifest, Output& output, Progress& progress,
                const std::function<std::vector<SweepPoint>()>& next);

/// The sweep, with its report, in all that the output is.
void print_swept(Output& output, const SweepManifest& manifest, const Sweep& sweep);

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
