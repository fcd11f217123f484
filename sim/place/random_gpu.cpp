#include "sim/place/place_policies.hpp"
#include "sim/stats/counter_draws.hpp"

namespace warpshop::place {

/// Any GPU with a free place, each as likely, by seed and number of the draw.
Round random_gpu(std::uint64_t seed) {
  return [draws = stats::CounterDraws(seed, stats::owner_of("place"), stats::owner_of("random")),
          drawn = std::uint64_t{0}](Board& board) mutable {
    each_waiting(board, [&](std::size_t job) -> std::optional<std::size_t> {
      std::vector<std::size_t> free;
      for (std::size_t gpu = 0; gpu < board.gpus(); ++gpu) {
        if (board.fits(job, gpu)) {
          free.push_back(gpu);
        }
      }
      if (free.empty()) {
        return std::nullopt;
      }
      return free[static_cast<std::size_t>(draws.unit(drawn++) * static_cast<double>(free.size()))];
    });
  };
}

}  // namespace warpshop::place
