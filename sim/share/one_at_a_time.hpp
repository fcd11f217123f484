#pragma once

#include <cstdint>
#include <map>

#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::share {

/// A kernel that wants the GPU.
struct WaitingKernel {
  std::uint32_t task = 0;
  Millis ready{0};   ///< since when
  Millis alone{0};   ///< what it takes alone
  Millis served{0};  ///< of that, what is done
  Millis left() const { return alone - served; }
  bool given = false;  ///< it has been given the GPU
  bool is_new = true;  ///< it was not there when the controller was asked before
  Millis turn{0};      ///< when its last turn ended; else since when it is ready
  Millis start{0};     ///< the least that anybody who was there had been served when it came, see cfs
};

/// How one of them is chosen; the one with the least key goes first, of several the longest ready.
struct OneAtATimeRule {
  double (*key)(const WaitingKernel& kernel, Millis now, const Instance& instance) = nullptr;
  bool at_arrivals = false;  ///< chosen anew when a kernel becomes ready; else when one has ended
  bool has_quantum = false;  ///< and after so much time of each, from when those before it have left, if others wait
};

/// One kernel at a time has the whole GPU, and gives it to another at the end of its subtasks (S5 6.2). What a kernel
/// has done is known by its subtasks: of what it takes alone, as large a part. rule: outlives the controller.
Controller one_at_a_time(const Instance& instance, const Share& share, const OneAtATimeRule& rule);

}  // namespace warpshop::share
