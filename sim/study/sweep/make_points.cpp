#include "sim/study/sweep/make_points.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace warpshop::study {
namespace {

/// Points that a thread takes at a time.
constexpr std::uint64_t kChunk = 32;
/// How many chunks a thread may be ahead of the first that is not done, so that few wait for their turn.
constexpr std::uint64_t kAhead = 16;

/// Hands out chunks, and takes their points back in any order, which it hands on in theirs.
class Dealer : public ChunkSource {
 public:
  /// workers: all that take chunks.
  Dealer(std::uint64_t sets, std::span<const PointRange> ranges, unsigned workers,
         const std::function<void(std::span<const SweepPoint>)>& take)
      : sets_(sets), ranges_(ranges), ahead_(kAhead * workers), take_(take) {
    start_of_range();
  }

  /// For a thread of this process: a new one, or one that was lent and has not come back, when there is no other left
  /// or this is too far ahead of it. Nothing: all is done, or has failed.
  std::optional<Chunk> next() {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return failure_ || can_deal() || !lent_.empty() || ranges_.empty(); });
    if (!failure_ && can_deal()) {
      return deal();
    }
    if (failure_ || lent_.empty()) {
      return std::nullopt;
    }
    // each time another one, so that threads do not make the same
    const auto again = lent_.upper_bound(again_);
    const auto [number, range] = again == lent_.end() ? *lent_.begin() : *again;
    again_ = number;
    return Chunk{.number = number, .range = range};
  }

  std::optional<Chunk> lend() override {
    const std::scoped_lock lock(mutex_);
    if (failure_ || !can_deal()) {
      return std::nullopt;
    }
    const Chunk chunk = deal();
    lent_.emplace(chunk.number, chunk.range);
    turn_.notify_all();
    return chunk;
  }

  void made(std::uint64_t number, std::vector<SweepPoint> points) override {
    const std::scoped_lock lock(mutex_);
    lent_.erase(number);
    if (number >= handed_on_) {
      waiting_.emplace(number, std::move(points));
    }
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == handed_on_ && !failure_;
         first = waiting_.erase(first), ++handed_on_) {
      take_(first->second);
    }
    turn_.notify_all();
  }

  void failed(std::exception_ptr failure) override {
    const std::scoped_lock lock(mutex_);
    failure_ = failure_ ? failure_ : std::move(failure);
    turn_.notify_all();
  }

  bool done() override {
    const std::scoped_lock lock(mutex_);
    return failure_ || (ranges_.empty() && handed_on_ == number_);
  }

  /// Once nobody works any more.
  void rethrow() const {
    if (failure_) {
      std::rethrow_exception(failure_);
    }
  }

 private:
  bool can_deal() const { return !ranges_.empty() && number_ < handed_on_ + ahead_; }

  Chunk deal() {
    const std::uint64_t end_of_cell = (first_ / sets_ + 1) * sets_;
    const PointRange range{.first = first_, .end = std::min({first_ + kChunk, ranges_.front().end, end_of_cell})};
    first_ = range.end;
    if (first_ == ranges_.front().end) {
      ranges_ = ranges_.subspan(1);
      start_of_range();
      turn_.notify_all();  // there may be no more
    }
    return {.number = number_++, .range = range};
  }

  void start_of_range() { first_ = ranges_.empty() ? 0 : ranges_.front().first; }

  std::uint64_t sets_;
  std::span<const PointRange> ranges_;  ///< of which the first is handed out up to first_
  std::uint64_t ahead_;
  const std::function<void(std::span<const SweepPoint>)>& take_;
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

}  // namespace

std::vector<SweepPoint> points_of(const Grid& grid, const SweepSettings& settings, PointRange range) {
  std::vector<SweepPoint> points;
  for (std::uint64_t number = range.first; number < range.end; ++number) {
    const std::uint64_t set = number % grid.sets;
    const auto cell = static_cast<std::size_t>(number / grid.sets);
    points.push_back(sweep_point(grid.cells[cell].fleet(set), set, grid.cells[cell].objective, settings));
    points.back().cell = cell;
  }
  return points;
}

void make_points(const Grid& grid, const SweepSettings& settings, std::span<const PointRange> ranges, unsigned jobs,
                 const std::function<void(std::span<const SweepPoint>)>& take, RemoteWorkers* elsewhere) {
  Dealer dealer(grid.sets, ranges, jobs + (elsewhere != nullptr ? elsewhere->count() : 0), take);
  const auto work = [&] {
    try {
      while (const std::optional<Chunk> chunk = dealer.next()) {
        dealer.made(chunk->number, points_of(grid, settings, chunk->range));
      }
    } catch (...) {
      dealer.failed(std::current_exception());
    }
  };
  {
    std::vector<std::jthread> helpers;
    try {
      if (elsewhere != nullptr) {
        helpers.emplace_back([&] {
          try {
            elsewhere->serve(dealer);
          } catch (...) {
            dealer.failed(std::current_exception());
          }
        });
      }
      for (unsigned helper = 1; helper < jobs; ++helper) {
        helpers.emplace_back(work);
      }
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): the threads that there are do all of it
    }
    work();
  }
  dealer.rethrow();
}

}  // namespace warpshop::study
