#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/io/import/host_clock.hpp"
#include "sim/io/import/idle_times.hpp"
#include "sim/io/import/modelled_times.hpp"
#include "sim/io/import/recorded_waits.hpp"
#include "sim/io/import/trace_profile.hpp"
#include "sim/model/recorded_trace.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// What commands of a recording wait for, as tasks do: releases, others, and lags behind these.
class CommandWaits {
 public:
  /// Keeps references. kernel_of: of find_migration_causes().
  CommandWaits(const RecordedTrace& trace, const RecordedWaits& waits, const HostTimes& times,
               const ModelledTimes& modelled, const std::vector<std::uint32_t>& kernel_of);

  /// Fills in `release` and `after` of the task of a command. Once for each, in their order. names: of the tasks so
  /// far.
  void take(std::uint32_t number, const std::vector<std::string>& names, Task& task);

  /// Between commands of one stream that were called early.
  const GapSamples& gaps() const { return gaps_; }
  /// Commands whose call was not recorded, of those taken.
  std::size_t uncalled() const { return uncalled_; }
  /// In which those taken waited for no recorded reason, beyond the usual gap, by command.
  const std::map<std::uint32_t, TimeSpan>& unexplained() const { return unexplained_; }

 private:
  /// What a command had to wait for on the GPU: the last of its stream and of the events that its stream waited for;
  /// and, if that ended later, the last on its engine. kNone: nothing, from the origin on.
  struct Holders {
    std::uint32_t in_stream = kNone;
    std::uint32_t last = kNone;
  };
  /// What a task waits for.
  struct Waits {
    Millis release{0};
    std::vector<Predecessor> after;
  };

  std::chrono::nanoseconds end_of(std::uint32_t command) const;
  Holders find_holders(std::uint32_t number) const;
  bool called_early(std::uint32_t number) const;
  std::chrono::nanoseconds begin_of(std::uint32_t number) const;
  std::chrono::nanoseconds idle_before(std::uint32_t number, std::uint32_t holder) const;
  void follow_kernel(std::uint32_t number, const std::vector<std::string>& names, Task& task) const;
  void find_waits_of(std::uint32_t number, const std::vector<std::string>& names, Task& task);
  template <class WaitFor>
  void take_idle_time(std::uint32_t number, Task& task, const WaitFor& wait_for);
  void sample_gap(std::uint32_t number);

  const RecordedTrace& trace_;
  const RecordedWaits& waits_;
  const HostTimes& times_;
  const ModelledTimes& modelled_;
  const std::vector<std::uint32_t>& kernel_of_;  ///< by command: that it follows; or kNone
  std::chrono::nanoseconds switch_;              ///< between processes, of kernels
  std::vector<Holders> held_by_;                 ///< by command
  GapSamples gaps_;
  StreamGaps usual_gaps_;
  std::unordered_map<std::uint32_t, Waits> followed_;  ///< by kernel that others follow
  std::size_t uncalled_ = 0;
  std::map<std::uint32_t, TimeSpan> unexplained_;
};

}  // namespace warpshop::io
