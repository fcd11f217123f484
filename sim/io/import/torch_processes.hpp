#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/io/import/recorded_names.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/io/import/torch_event.hpp"

namespace warpshop::io {

/// A number that counts only within its process, such as a correlation.
using TorchOwned = std::pair<std::uint32_t, std::uint64_t>;

/// Tells the processes of a trace apart. Kineto records one, whose commands have the GPU's number as `pid` and whose
/// calls have the operating system's. Files that were merged out of several have other numbers; which of them belong
/// together is not written in them. Commands and calls do if the calls explain the most commands, by correlation and by
/// starting no later; of as good ones, those that no other commands have, in the order of
/// the file. Commands under one pid that calls of two explain are of two processes.
class TorchProcesses {
 public:
  /// Position of a pid among those of commands, or of calls. That is what `process` means in records until apart().
  std::uint32_t of_gpu(const TorchIdentity& pid) { return position(gpu_, pid); }
  std::uint32_t of_host(const TorchIdentity& pid) { return position(host_, pid); }

  /// Gives every record the number of its process, and correlations and streams of several processes numbers of their
  /// own. synchronisations: of TorchRecording. Throws InputError where nothing tells two processes apart.
  void apart(RecordedTrace& trace, std::vector<RecordedCall>& synchronisations,
             std::vector<TorchOwned>& host_copies) const;

 private:
  using Positions = std::map<TorchIdentity, std::uint32_t>;
  static std::uint32_t position(Positions& positions, const TorchIdentity& pid) {
    return positions.try_emplace(pid, static_cast<std::uint32_t>(positions.size())).first->second;
  }

  Positions gpu_, host_;
};

}  // namespace warpshop::io
