#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sim/model/units.hpp"
#include "sim/stats/stop_rule.hpp"

namespace warpshop::calibrate {

/// Lets time pass for the thread that calls: sleeps, or looks at the clock where that would be too coarse.
void wait_for(Millis time);

/// How thoroughly to measure. The limits on single durations keep a slow device (the host backend, an old GPU) from
/// taking much longer than a fast one: what would last longer is measured at a smaller size.
struct Options {
  stats::StopRule rule;       ///< in milliseconds
  std::size_t warm_up = 2;    ///< runs before the first sample
  Millis clock_warm_up{500};  ///< of arithmetic before anything is measured: an idle GPU saves power at low clocks
  Bytes smallest_copy{1 << 10};
  Bytes largest_copy{std::int64_t{512} << 20};
  int copy_size_factor = 2;  ///< between neighbouring sizes
  /// Of pinned copies that oppose each other, both in calibrate() and in check(), for what one of them does depends on
  /// their size: on an H100 copies in of 14 MiB move at 48 to 51 GB/s beside one of 58 MiB, those of 115 MiB at 42 to
  /// 45 beside one of 461 MiB. Tasks copy some 10 to 100 MB at a time.
  Bytes largest_opposed{std::int64_t{64} << 20};
  Millis longest_copy{200};
  Millis longest_kernel{8};
  int kernel_sizes = 6;              ///< sizes of a kernel, each at most twice the one before
  double caches_of_data = 10.5;      ///< data of a kernel's largest size, over the L2 cache
  int overlap_steps = 4;             ///< offsets at which two copies overlap in part
  bool every_cta_count = true;       ///< 1, 2, 3 … CTAs per SM; else 1, 2, 4 …
  bool all_pairs = false;            ///< measure every pair of kernels as well
  std::vector<std::string> kernels;  ///< measure these alone; empty: all of the registry
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  /// Told what was measured that cannot be, and what is taken for it.
  std::function<void(const std::string&)> warn = [](const std::string&) {};
  /// How the host lets time pass between two submissions; a device that plays in virtual time has a way of its own.
  std::function<void(Millis)> wait = wait_for;
  /// Starts another process on the same device, which ends with what is returned: what makes it run a tiny kernel to
  /// its end, or only answer. Empty: changes of context are not measured.
  std::function<std::function<void(bool runs)>()> start_peer = {};
};

/// Under two minutes on a GPU.
Options full();
/// About half a minute: fewer sizes, wider intervals.
Options quick();
/// The same for the host backend, whose bus is slow and whose memory is this machine's.
Options for_host(Options options);

}  // namespace warpshop::calibrate
