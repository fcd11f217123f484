#include "sim/study/sweep/chunk_dealer.hpp"

#include <algorithm>
#include <utility>

namespace warpshop::study {
namespace {

/// Points that a thread takes at a time.
constexpr std::uint64_t kChunk = 32;
/// How many chunks a thread may be ahead of the first that is not done, so that few wait for their turn.
constexpr std::uint64_t kAhead = 16;

}  // namespace

ChunkDealer::ChunkDealer(std::uint64_t sets, std::vector<PointRange> ranges, unsigned workers)
    : sets_(sets), ranges_(std::move(ranges)), left_(ranges_), ahead_(kAhead * workers) {
  start_of_range();
}

std::optional<Chunk> ChunkDealer::next() {
  std::unique_lock lock(mutex_);
  turn_.wait(lock, [&] { return failure_ || has_work() || left_.empty(); });
  return !failure_ && has_work() ? std::optional(work()) : std::nullopt;
}

ChunkDealer::Turn ChunkDealer::turn() {
  std::unique_lock lock(mutex_);
  turn_.wait(lock, [&] { return failure_ || is_ready() || has_work() || all_handed_on(); });
  if (failure_) {
    std::rethrow_exception(failure_);
  }
  if (is_ready()) {
    Turn turn{.points = std::move(waiting_.begin()->second)};
    waiting_.erase(waiting_.begin());
    ++handed_on_;
    turn_.notify_all();
    return turn;
  }
  return {.points = {}, .chunk = has_work() ? std::optional(work()) : std::nullopt};
}

std::optional<Chunk> ChunkDealer::lend() {
  const std::scoped_lock lock(mutex_);
  if (failure_ || !can_deal()) {
    return std::nullopt;
  }
  const Chunk chunk = deal();
  lent_.emplace(chunk.number, chunk.range);
  turn_.notify_all();
  return chunk;
}

void ChunkDealer::made(std::uint64_t number, std::vector<SweepPoint> points) {
  const std::scoped_lock lock(mutex_);
  lent_.erase(number);
  if (number >= handed_on_) {
    waiting_.emplace(number, std::move(points));
  }
  turn_.notify_all();
}

void ChunkDealer::failed(std::exception_ptr failure) {
  const std::scoped_lock lock(mutex_);
  failure_ = failure_ ? failure_ : std::move(failure);
  turn_.notify_all();
}

bool ChunkDealer::done() {
  const std::scoped_lock lock(mutex_);
  return failure_ || all_handed_on();
}

Chunk ChunkDealer::work() {
  if (can_deal()) {
    return deal();
  }
  // each time another one, so that threads do not make the same
  const auto again = lent_.upper_bound(again_);
  const auto [number, range] = again == lent_.end() ? *lent_.begin() : *again;
  again_ = number;
  return {.number = number, .range = range};
}

Chunk ChunkDealer::deal() {
  const std::uint64_t end_of_cell = (first_ / sets_ + 1) * sets_;
  const PointRange range{.first = first_, .end = std::min({first_ + kChunk, left_.front().end, end_of_cell})};
  first_ = range.end;
  if (first_ == left_.front().end) {
    left_ = left_.subspan(1);
    start_of_range();
    turn_.notify_all();  // there may be no more
  }
  return {.number = number_++, .range = range};
}

}  // namespace warpshop::study
