#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dispatch/proxy/latencies.hpp"
#include "dispatch/proxy/proxy_task.hpp"
#include "sim/model/service.hpp"

namespace warpshop::dispatch {

/// What became of served tasks, and how long those that are done took.
class ServedCounts {
 public:
  /// late ≥ 0: how long the task had to be handed in when it was.
  void add(const Outcome& outcome, Millis late) noexcept;
  void add(const ServedCounts& other);
  std::uint64_t ended() const { return line_.done + line_.failed + line_.withdrawn; }
  /// refused: tasks that were to be served and were never taken.
  ServedLine line(std::string name, std::uint64_t refused = 0) const;

 private:
  ServedLine line_;
  Latencies latencies_;
};

/// The stages of the first kMost tasks that were done, as they ran. Called by the thread of a proxy that calls all
/// callbacks: seen(), then done() of the same task.
class ServedTraceLog {
 public:
  static constexpr std::size_t kMost = 100'000;

  void seen(const Observation& observation);
  /// name: of the kind of task.
  void done(const Outcome& outcome, const std::string& name);
  /// After the last call of the others.
  ServiceTrace take() { return std::move(trace_); }

 private:
  std::optional<Observation> seen_;
  ServiceTrace trace_;
};

}  // namespace warpshop::dispatch
