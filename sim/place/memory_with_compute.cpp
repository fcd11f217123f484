#include <algorithm>

#include "sim/place/place_policies.hpp"

namespace warpshop::place {
namespace {

/// Whether everybody on the GPU is of the other class.
bool is_beside_others(const Board& board, std::size_t job, std::size_t gpu) {
  const auto class_of = [&](std::size_t each) {
    const std::vector<bool>& bound = board.problem().memory_bound;
    return !bound.empty() && bound[board.problem().kinds[each]];
  };
  return std::none_of(board.on(gpu).begin(), board.on(gpu).end(),
                      [&](std::size_t other) { return class_of(other) == class_of(job); });
}

}  // namespace

/// An idle GPU, else beside a job of the other class, else wait: S2's interference-aware rival.
Round memory_with_compute(std::uint64_t /*seed*/) {
  return [](Board& board) {
    each_waiting(board, [&](std::size_t job) {
      std::optional<std::size_t> chosen = idle_gpu(board, job);
      for (std::size_t gpu = 0; gpu < board.gpus() && !chosen; ++gpu) {
        if (board.fits(job, gpu) && is_beside_others(board, job, gpu)) {
          chosen = gpu;
        }
      }
      return chosen;
    });
  };
}

}  // namespace warpshop::place
