#include <set>
#include <utility>

#include "sim/place/place_policies.hpp"

namespace warpshop::place {
namespace {

/// A job beside those of a GPU.
struct Candidate {
  std::size_t job = 0;
  std::size_t gpu = 0;
  double slowdown = kSlowdownThreshold;
};

/// Of jobs alike only the first is looked at, and of all the first `ahead`.
std::optional<Candidate> least(const Board& board) {
  std::optional<Candidate> best;
  std::set<std::pair<std::size_t, Bytes>> seen;
  std::size_t looked_at = 0;
  for (const std::size_t job : board.waiting()) {
    if (looked_at == board.problem().ahead) {
      break;
    }
    if (!seen.emplace(board.problem().kinds[job], board.problem().footprint(job)).second || !board.fits(job)) {
      continue;
    }
    ++looked_at;
    for (std::size_t gpu = 0; gpu < board.gpus(); ++gpu) {
      if (!board.fits(job, gpu)) {
        continue;
      }
      const double slowdown = board.predict(job, gpu).slowdown;
      if (slowdown < (best ? best->slowdown : kSlowdownThreshold)) {
        best = {.job = job, .gpu = gpu, .slowdown = slowdown};
      }
    }
  }
  return best;
}

}  // namespace

/// Ours: idle GPUs go to who waits first; then, again and again, of all jobs that wait and all free places the pair of
/// least predicted slowdown, the first of equal ones, as long as that is below S2's threshold.
Round least_pair(std::uint64_t /*seed*/) {
  return [](Board& board) {
    each_waiting(board, [&](std::size_t job) { return idle_gpu(board, job); });
    while (board.any_place()) {
      const std::optional<Candidate> pair = least(board);
      if (!pair) {
        return;
      }
      board.start(pair->job, pair->gpu);
    }
  };
}

}  // namespace warpshop::place
