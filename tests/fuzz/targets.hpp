#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpshop::test {

/// What hostile text is fed to. Each answers whether the text was accepted; an accepted one goes through all that
/// writes it. Throws std::logic_error that says what is wrong: an error without file, line and column, a message, table
/// or CSV with characters that do not show, JSON that is none, a profile that is not read back as it was written, a
/// file that was changed though it was refused, a recording that is not what sim/io/import/recorded_trace.hpp says.
struct FuzzTarget {
  std::string_view name;
  bool (*run)(const std::string& text);
  std::vector<std::string> (*seeds)();
};

/// workload, device, journal, torch (a trace of PyTorch, JSON or gzip), nsys (an export of Nsight Systems or nvprof),
/// nvbandwidth, bandwidthtest, devicequery and nvidia-smi (what these print).
std::span<const FuzzTarget> fuzz_targets();

}  // namespace warpshop::test
