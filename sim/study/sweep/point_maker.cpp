#include "sim/study/sweep/point_maker.hpp"

#include <stdexcept>
#include <system_error>
#include <utility>

namespace warpshop::study {

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

PointMaker::PointMaker(const Grid& grid, const SweepSettings& settings, std::vector<PointRange> ranges, unsigned jobs,
                       RemoteWorkers* elsewhere)
    : grid_(grid),
      settings_(settings),
      dealer_(grid.sets, std::move(ranges), jobs + (elsewhere != nullptr ? elsewhere->count() : 0)) {
  const auto failing = [this](const auto& work) {
    return [this, work] {
      try {
        work();
      } catch (...) {
        dealer_.failed(std::current_exception());
      }
    };
  };
  try {
    if (elsewhere != nullptr) {
      helpers_.emplace_back(failing([this, elsewhere] { elsewhere->serve(dealer_); }));
    }
    for (unsigned helper = 1; helper < jobs; ++helper) {
      helpers_.emplace_back(failing([this] {
        while (const std::optional<Chunk> chunk = dealer_.next()) {
          make(*chunk);
        }
      }));
    }
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): the threads that there are do all of it
  }
}

PointMaker::~PointMaker() {
  dealer_.failed(std::make_exception_ptr(std::runtime_error("nobody wants the other points")));
}

std::vector<SweepPoint> PointMaker::next() {
  while (true) {
    ChunkDealer::Turn turn = dealer_.turn();
    if (!turn.points.empty()) {
      return std::move(turn.points);
    }
    if (!turn.chunk) {
      helpers_.clear();  // which may have failed at last
      return dealer_.turn().points;
    }
    make(*turn.chunk);
  }
}

void PointMaker::make(const Chunk& chunk) {
  dealer_.made(chunk.number, points_of(grid_, settings_, chunk.range));
}

}  // namespace warpshop::study
