#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dispatch/proxy/proxy_task.hpp"
#include "sim/model/service.hpp"

namespace warpshop::dispatch {

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
