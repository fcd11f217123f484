#include "sim/study/interference/s2_kernels.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "sim/learn/learning_seed.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::study {
namespace {

constexpr double kMostWantedUse = 0.95;
constexpr double kWarpsForFullUse = 16;  // of an SM: so many hide what instructions wait for
constexpr double kThreadsOfAWarp = 32;

struct Size {
  std::int64_t ctas;
  std::int64_t threads;
};
struct Sample {
  std::string_view name;
  Category category;
  SharedResource limit;  // ours
  std::array<Size, 3> sizes;
};
constexpr Category kLabelledCompute = Category::compute_bound;
constexpr Category kLabelledMemory = Category::memory_bound;
/// Grids and blocks: S2. Vector Add moves data and is labelled compute all the same.
constexpr std::array<Sample, 7> kSamples{
    {{"interval", kLabelledCompute, SharedResource::issue, {{{4, 512}, {6, 256}, {10, 64}}}},
     {"sobol-qrng", kLabelledCompute, SharedResource::issue, {{{15, 128}, {25, 64}, {12, 32}}}},
     {"binomial-options", kLabelledCompute, SharedResource::issue, {{{32, 64}, {32, 128}, {16, 128}}}},
     {"matrix-multiplication", kLabelledCompute, SharedResource::l1, {{{2, 784}, {2, 576}, {2, 1024}}}},
     {"vector-add", kLabelledCompute, SharedResource::dram, {{{1, 1024}, {4, 256}, {4, 512}}}},
     {"transpose-naive", kLabelledMemory, SharedResource::dram, {{{4, 256}, {1, 1024}, {16, 64}}}},
     {"transpose-coalesced", kLabelledMemory, SharedResource::dram, {{{4, 256}, {1, 1024}, {16, 64}}}}}};

/// A phase as an application has it, before it is known how much of the GPU a size can use.
struct Draft {
  Millis length{0};
  std::array<double, kSharedResources> use{};
};

std::vector<Draft> drafts_of(const Sample& sample, const PopulationOptions& options, stats::Draws& draws) {
  std::vector<Draft> drafts(2 + draws.below(5));
  for (Draft& draft : drafts) {
    draft.length = Millis{100 + 900 * draws.unit()};
    const bool busy = draws.unit() < options.busy_part;
    for (const SharedResource resource : kAllSharedResources) {
      const double light = 2 * draws.unit() * options.light_use;
      draft.use[index(resource)] = busy && resource == sample.limit ? options.busy_use : light;
    }
  }
  return drafts;
}

/// What SMs that have so many warps can use.
double usable(const Draft& draft, SharedResource resource, const PhasedKernel& kernel, double stronger,
              const PopulationOptions& options) {
  const InterferenceGpu gpu;
  const auto ctas = static_cast<double>(kernel.ctas);
  const double sms = std::min(ctas, static_cast<double>(gpu.sms));
  const double wanted = std::min(draft.use[index(resource)] * stronger, kMostWantedUse);
  if (resource == SharedResource::dram) {
    return std::min(wanted, options.dram_of_an_sm * sms);
  }
  const double warps = ctas / sms * static_cast<double>(kernel.threads) / kThreadsOfAWarp;
  return wanted * std::min(1.0, warps / kWarpsForFullUse);
}

}  // namespace

std::vector<PhasedKernel> s2_kernels(const PopulationOptions& options) {
  std::vector<PhasedKernel> kernels;
  for (std::size_t application = 0; application < kSamples.size(); ++application) {
    const Sample& sample = kSamples[application];
    stats::Draws draws(learn::learning_seed(options.seed, "application", application));
    const std::vector<Draft> drafts = drafts_of(sample, options, draws);
    for (std::size_t size = 0; size < sample.sizes.size(); ++size) {
      PhasedKernel kernel{.name = std::string(sample.name) + "-" + std::to_string(size + 1),
                          .application = application,
                          .category = sample.category,
                          .ctas = sample.sizes[size].ctas,
                          .threads = sample.sizes[size].threads};
      const double stronger = 0.85 + 0.25 * draws.unit();
      const std::uint64_t times = 1 + draws.below(4);
      for (std::uint64_t time = 0; time < times; ++time) {
        for (const Draft& draft : drafts) {
          UsePhase phase{.length = draft.length};
          for (const SharedResource resource : kAllSharedResources) {
            phase.use[index(resource)] = usable(draft, resource, kernel, stronger, options);
          }
          kernel.phases.push_back(phase);
        }
      }
      kernels.push_back(std::move(kernel));
    }
  }
  return kernels;
}

}  // namespace warpshop::study
