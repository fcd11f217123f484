#pragma once

#include <functional>
#include <vector>

#include "sim/study/sweep/chunk_dealer.hpp"

namespace warpshop::study {

/// Workers of a sweep in other processes, which have read the same input.
class RemoteWorkers {
 public:
  virtual ~RemoteWorkers() = default;

  /// How many there are, at first.
  virtual unsigned count() const = 0;
  /// Whether this process is one of them, and not the one that hands out.
  virtual bool is_one() const = 0;
  /// For one of them: makes points until there are no more.
  virtual void work(const std::function<std::vector<SweepPoint>(PointRange)>& make) = 0;
  /// For the one that hands out: lends chunks until dealer.done(). Called in a thread of its own.
  virtual void serve(ChunkDealer& dealer) = 0;
};

}  // namespace warpshop::study
