#include "bench/interference_draws.hpp"

#include "sim/study/interference/judged_detector.hpp"

namespace warpshop::bench {

Drawn drawn(Assumed assumed, std::uint64_t seed) {
  assumed.population.seed = assumed.profiler.seed = assumed.measuring.seed = seed;
  Drawn draw{.seed = seed, .kernels = study::s2_kernels(assumed.population)};
  draw.profiled = study::profiled_kernels(draw.kernels, {}, assumed.profiler);
  draw.pairs = study::measured_pairs(draw.kernels, draw.profiled.gpu, assumed.measuring);
  draw.folds = learn::stratified_folds(study::labels_of(draw.pairs), kFolds, seed);
  return draw;
}

study::LearningOptions options_of(const Drawn& draw) {
  return {.forest = {.seed = draw.seed}};
}

}  // namespace warpshop::bench
