#include "sim/place/place_policies.hpp"

namespace warpshop::place {

/// The next GPU with a free place, behind the one that was given a job last.
Round round_robin(std::uint64_t /*seed*/) {
  return [next = std::size_t{0}](Board& board) mutable {
    each_waiting(board, [&](std::size_t job) -> std::optional<std::size_t> {
      for (std::size_t step = 0; step < board.gpus(); ++step) {
        const std::size_t gpu = (next + step) % board.gpus();
        if (board.fits(job, gpu)) {
          next = gpu + 1;
          return gpu;
        }
      }
      return std::nullopt;
    });
  };
}

}  // namespace warpshop::place
