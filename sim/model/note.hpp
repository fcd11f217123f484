#pragma once

#include <string>

namespace warpshop {

/// What a reader is to know beside the figures of a result: a line.
struct Note {
  std::string where;  ///< `FILE:LINE:COLUMN`, or a workload's name; empty: the text says it
  std::string text;
  bool once = false;  ///< of several that say the same, for several workloads, a command shows the first alone

  std::string line() const { return where.empty() ? text : where + ": " + text; }
};

}  // namespace warpshop
