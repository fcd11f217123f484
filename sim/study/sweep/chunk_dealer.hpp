#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/point_range.hpp"
#include "sim/model/sweep.hpp"

namespace warpshop::study {

/// A few points that are made at a time, in one cell.
struct Chunk {
  std::uint64_t number = 0;  ///< from 0, in the order in which they are wanted
  PointRange range;
};

/// Hands out chunks of ranges that do not overlap, and takes their points back in any order. Safe to call from several
/// threads.
class ChunkDealer {
 public:
  /// What is next for whoever wants the points in their order: points, or a chunk to make meanwhile; neither: that was
  /// all.
  struct Turn {
    std::vector<SweepPoint> points = {};
    std::optional<Chunk> chunk = {};
  };

  /// sets: points of a cell; workers: all that take chunks.
  ChunkDealer(std::uint64_t sets, std::vector<PointRange> ranges, unsigned workers);
  ChunkDealer(const ChunkDealer&) = delete;
  ChunkDealer& operator=(const ChunkDealer&) = delete;

  /// For a thread of this process: a new one, or one that was lent and has not come back, when there is no other left
  /// or this is too far ahead of it. Nothing: all is done, or has failed.
  std::optional<Chunk> next();
  /// For one thread. Throws what has failed.
  Turn turn();

  /// One for a worker elsewhere, that may die with it; nothing: there is none just now.
  std::optional<Chunk> lend();
  /// What came of a chunk. Points that others have made meanwhile are dropped: they are the same.
  void made(std::uint64_t number, std::vector<SweepPoint> points);
  /// A point could not be made.
  void failed(std::exception_ptr failure);
  /// Whether there will be no more chunks.
  bool done();

 private:
  bool can_deal() const { return !left_.empty() && number_ < handed_on_ + ahead_; }
  bool has_work() const { return can_deal() || !lent_.empty(); }
  bool is_ready() const { return !waiting_.empty() && waiting_.begin()->first == handed_on_; }
  bool all_handed_on() const { return left_.empty() && handed_on_ == number_; }
  Chunk work();
  Chunk deal();
  void start_of_range() { first_ = left_.empty() ? 0 : left_.front().first; }

  std::uint64_t sets_;
  std::vector<PointRange> ranges_;
  std::span<const PointRange> left_;  ///< of which the first is handed out up to first_
  std::uint64_t ahead_;
  std::mutex mutex_;
  std::condition_variable turn_;
  std::uint64_t first_ = 0;
  std::uint64_t number_ = 0;     ///< of the chunk that is next
  std::uint64_t handed_on_ = 0;  ///< chunks, from the first on
  std::map<std::uint64_t, std::vector<SweepPoint>> waiting_;
  std::map<std::uint64_t, PointRange> lent_;  ///< chunks by number
  std::uint64_t again_ = 0;                   ///< the last of these that was made here as well
  std::exception_ptr failure_;
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
  /// For the one that hands out: lends chunks until dealer.done(). Called in a thread of its own.
  virtual void serve(ChunkDealer& dealer) = 0;
};

}  // namespace warpshop::study
