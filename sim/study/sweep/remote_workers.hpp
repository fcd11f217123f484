#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <vector>

#include "sim/model/point_range.hpp"
#include "sim/model/sweep.hpp"

namespace warpshop::study {

/// A few points that are made at a time, in one cell.
struct Chunk {
  std::uint64_t number = 0;  ///< from 0, in the order in which they are wanted
  PointRange range;
};

/// Hands out chunks to workers that may die. Safe to call from several threads.
class ChunkSource {
 public:
  virtual ~ChunkSource() = default;

  /// One for a worker that may die with it; nothing: there is none just now.
  virtual std::optional<Chunk> lend() = 0;
  /// What came of one. Points that others have made meanwhile are dropped: they are the same.
  virtual void made(std::uint64_t number, std::vector<SweepPoint> points) = 0;
  /// A point could not be made.
  virtual void failed(std::exception_ptr failure) = 0;
  /// Whether there will be no more chunks.
  virtual bool done() = 0;
};

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
  /// For the one that hands out: lends chunks until source.done(). Called in a thread of its own.
  virtual void serve(ChunkSource& source) = 0;
};

}  // namespace warpshop::study
