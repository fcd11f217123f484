#include "sim/place/place_policies.hpp"

namespace warpshop::place {

/// The first GPU with a free place.
Round first_fit(std::uint64_t /*seed*/) {
  return [](Board& board) {
    each_waiting(board, [&](std::size_t job) -> std::optional<std::size_t> {
      for (std::size_t gpu = 0; gpu < board.gpus(); ++gpu) {
        if (board.fits(job, gpu)) {
          return gpu;
        }
      }
      return std::nullopt;
    });
  };
}

}  // namespace warpshop::place
