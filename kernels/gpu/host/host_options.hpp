#pragma once

#include <cstdint>
#include <string>

#include "kernels/gpu/host/link.hpp"
#include "sim/model/units.hpp"

namespace warpshop::gpu::host {

/// What goes wrong on purpose, for tests: counts start at 1, 0 is never.
struct Faults {
  std::uint64_t failing_launch = 0;  ///< this launch fails while it runs
  std::uint64_t lost_at_copy = 0;    ///< the device vanishes during this copy
  std::uint64_t lost_at_launch = 0;  ///< and during this launch
};

/// The device that the host backend plays.
struct Options {
  int sms = 2;              ///< threads that run CTAs
  int kernels_at_once = 1;  ///< as many as run side by side, each on as many threads; ≥ 1
  Bytes memory{std::int64_t{4} << 30};
  Bytes l2_cache{0};  ///< what the device says that it has; nothing becomes faster by it
  LinkSpeeds link = kHostLink;
  /// All streams feed one queue an engine, in the order of submission, as on Fermi: nothing overtakes a command that
  /// still waits for its own stream.
  bool single_queue = false;
  std::string shared_by = {};  ///< a file that all processes map which play one device: see SharedContext; empty: none
  Faults faults;
};

}  // namespace warpshop::gpu::host
