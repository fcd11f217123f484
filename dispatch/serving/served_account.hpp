#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dispatch/proxy/proxy_task.hpp"
#include "sim/model/service.hpp"

namespace warpshop::dispatch {

/// What became of served tasks, and how long those that are done took. Latencies are kept of the last kKept.
class ServedAccount {
 public:
  static constexpr std::size_t kKept = 65'536;

  /// late ≥ 0: how long the task had to be handed in when it was. Throws std::bad_alloc, and has counted it then.
  void add(const Outcome& outcome, Millis late);
  void add(const ServedAccount& other);
  std::uint64_t ended() const { return line_.done + line_.failed + line_.withdrawn; }
  /// refused: tasks that were to be served and were never taken.
  ServedLine line(std::string name, std::uint64_t refused = 0) const;

 private:
  ServedLine line_;
  std::vector<double> latencies_;  ///< ms; full: the oldest one is replaced
  std::size_t next_ = 0;
};

}  // namespace warpshop::dispatch
