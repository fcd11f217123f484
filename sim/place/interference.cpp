#include "sim/place/place_policies.hpp"

namespace warpshop::place {
namespace {

/// The first GPU that the job fits beside others where it is labelled 0.
std::optional<std::size_t> labelled_0(const Board& board, std::size_t job) {
  for (std::size_t gpu = 0; gpu < board.gpus(); ++gpu) {
    if (board.fits(job, gpu) && !board.predict(job, gpu).interferes) {
      return gpu;
    }
  }
  return std::nullopt;
}

/// A GPU where the predicted slowdown is below the threshold: the first, or that of the least.
std::optional<std::size_t> below_threshold(const Board& board, std::size_t job, bool least) {
  std::optional<std::size_t> chosen;
  double slowdown = kSlowdownThreshold;
  for (std::size_t gpu = 0; gpu < board.gpus() && (least || !chosen); ++gpu) {
    const double here = board.fits(job, gpu) ? board.predict(job, gpu).slowdown : slowdown;
    if (here < slowdown) {
      chosen = gpu;
      slowdown = here;
    }
  }
  return chosen;
}

Round by_interference(bool least) {
  return [least](Board& board) {
    std::size_t left_waiting = 0;
    each_waiting(board, [&](std::size_t job) {
      std::optional<std::size_t> gpu = idle_gpu(board, job);
      if (gpu || left_waiting == board.problem().ahead || !board.fits(job)) {
        return gpu;
      }
      gpu = labelled_0(board, job);
      gpu = gpu ? gpu : below_threshold(board, job, least);
      left_waiting += gpu ? 0 : 1;
      return gpu;
    });
  };
}

}  // namespace

/// S2's scheduler, as in its pseudo-code. More than two on a GPU, ours: the worst of all pairs counts.
Round interference(std::uint64_t /*seed*/) {
  return by_interference(false);
}

/// The same, as in its text.
Round interference_least(std::uint64_t /*seed*/) {
  return by_interference(true);
}

}  // namespace warpshop::place
