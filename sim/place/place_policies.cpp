#include "sim/place/place_policies.hpp"

#include <array>

namespace warpshop::place {

std::span<const PlacePolicy> place_policies() {
  static constexpr std::array kPolicies{
      PlacePolicy{"least-pair",
                  "an idle GPU, else of all that wait and all free places the pair of least slowdown, below 1.9",
                  least_pair},
      PlacePolicy{"interference-least",
                  "an idle GPU, else beside one labelled 0, else where the slowdown is least, below 1.9 (S2's text)",
                  interference_least},
      PlacePolicy{
          "interference",
          "an idle GPU, else beside one labelled 0, else the first with a slowdown below 1.9 (S2's pseudo-code)",
          interference},
      PlacePolicy{"memory-with-compute", "an idle GPU, else beside a job of the other class (S2)", memory_with_compute},
      PlacePolicy{"first-fit", "the first GPU with a free place (S2)", first_fit},
      PlacePolicy{"round-robin", "the next GPU with a free place (S2)", round_robin},
      PlacePolicy{"random", "any GPU with a free place, by the seed (S2)", random_gpu},
      PlacePolicy{"serial", "one job a GPU, on all of them (S2)", serial}};
  return kPolicies;
}

std::optional<std::size_t> idle_gpu(const Board& board, std::size_t job) {
  for (std::size_t gpu = 0; gpu < board.gpus(); ++gpu) {
    if (board.on(gpu).empty() && board.fits(job, gpu)) {
      return gpu;
    }
  }
  return std::nullopt;
}

}  // namespace warpshop::place
