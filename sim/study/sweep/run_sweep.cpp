#include "sim/study/sweep/run_sweep.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "sim/study/sweep/sweep_summary.hpp"

namespace warpshop::study {
namespace {

/// Sets that a thread takes at a time.
constexpr std::uint64_t kChunk = 32;
/// How many chunks a thread may be ahead of the first that is not done, so that few wait for their turn.
constexpr std::uint64_t kAhead = 16;

/// One cell at work: threads make chunks of points in any order, which are handed on in theirs.
class CellSweep {
 public:
  CellSweep(const GridCell& cell, const Grid& grid, const SweepSettings& settings, const SweepListener& listener,
            std::uint64_t done_before)
      : cell_(cell),
        grid_(grid),
        settings_(settings),
        listener_(listener),
        done_before_(done_before),
        summary_(settings.policies.size(), grid.most_tasks) {}

  /// What each thread does.
  void work(unsigned threads) {
    while (const std::optional<std::uint64_t> chunk = take(threads)) {
      std::vector<SweepPoint> points;
      try {
        const std::uint64_t end = std::min(grid_.sets, (*chunk + 1) * kChunk);
        for (std::uint64_t set = *chunk * kChunk; set < end; ++set) {
          points.push_back(sweep_point(cell_.fleet(set), set, cell_.objective, settings_));
        }
        hand_on(*chunk, std::move(points));
      } catch (...) {
        const std::scoped_lock lock(mutex_);
        failure_ = failure_ ? failure_ : std::current_exception();
        turn_.notify_all();
      }
    }
  }

  SweepCell cell() const {
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    SweepCell cell = summary_.cell();
    cell.values = cell_.values;
    cell.device = cell_.device;
    return cell;
  }

 private:
  std::optional<std::uint64_t> take(unsigned threads) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return failure_ || next_ < handed_on_ + kAhead * threads; });
    if (failure_ || next_ * kChunk >= grid_.sets) {
      return std::nullopt;
    }
    return next_++;
  }

  void hand_on(std::uint64_t chunk, std::vector<SweepPoint> points) {
    const std::scoped_lock lock(mutex_);
    waiting_.emplace(chunk, std::move(points));
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == handed_on_;
         first = waiting_.erase(first), ++handed_on_) {
      for (const SweepPoint& point : first->second) {
        summary_.add(point);
      }
      listener_.points(cell_, first->second);
      listener_.progress(done_before_ + std::min(grid_.sets, (handed_on_ + 1) * kChunk));
    }
    turn_.notify_all();
  }

  const GridCell& cell_;
  const Grid& grid_;
  const SweepSettings& settings_;
  const SweepListener& listener_;
  std::uint64_t done_before_;
  CellSummary summary_;
  std::mutex mutex_;
  std::condition_variable turn_;
  std::uint64_t next_ = 0;       ///< chunk to be taken
  std::uint64_t handed_on_ = 0;  ///< chunks, from the first on
  std::map<std::uint64_t, std::vector<SweepPoint>> waiting_;
  std::exception_ptr failure_;
};

}  // namespace

Sweep run_sweep(const Grid& grid, const SweepSettings& settings, unsigned jobs, const SweepListener& listener) {
  Sweep sweep{.name = grid.name,
              .engine = std::string(settings.engine.asked.name),
              .sets = grid.sets,
              .axes = grid.axes,
              .policies = {},
              .cells = {},
              .effects = {}};
  for (const NamedPolicy& policy : settings.policies) {
    sweep.policies.push_back(policy.name());
  }
  std::uint64_t done = 0;
  for (const GridCell& cell : grid.cells) {
    CellSweep at_work(cell, grid, settings, listener, done);
    const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(jobs, (grid.sets + kChunk - 1) / kChunk));
    {
      std::vector<std::jthread> helpers;
      try {
        for (unsigned helper = 1; helper < threads; ++helper) {
          helpers.emplace_back([&] { at_work.work(threads); });
        }
      } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): the threads that there are do all of it
      }
      at_work.work(threads);
    }
    sweep.cells.push_back(at_work.cell());
    done += grid.sets;
  }
  finish(sweep);
  return sweep;
}

}  // namespace warpshop::study
