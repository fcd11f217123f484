#include "sim/order/insertion/running_trials.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/closed_form/closed_form.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Trials of the instance's last task among the others, at four random positions or fewer, in steps of random length;
/// in memory that was used before.
template <bool Latencies>
void go_on_as_alone(const Instance& instance, bench::Draws& draws) {
  using Alone = TrialAlone<Latencies>;
  using Together = TrialsTogether<Latencies>;
  using Place = evaluate::Place<Latencies>;
  const evaluate::DuplexRates rates = evaluate::traits_of(instance).rates;
  std::vector<evaluate::Stages> sequence(instance.jobs.begin(), instance.jobs.end() - 1);
  const evaluate::Stages task(instance.jobs.back());
  const std::size_t size = sequence.size();
  std::vector<Place> places(size);
  std::vector<evaluate::Prefix<Latencies>> before(size + 1);
  for (std::size_t slot = 0; slot < size; ++slot) {
    before[slot + 1] = before[slot];
    before[slot + 1].append(sequence[slot], places.data(), rates);
  }
  Place unknown{};
  unknown.ready = kNan;
  std::vector<typename Together::Places> together_places(size + 1, typename Together::Places(unknown));
  for (int round = 0; round < 20; ++round) {
    std::vector<std::size_t> positions(1 + draws.below(Together::kMost));
    std::generate(positions.begin(), positions.end(), [&] { return draws.below(size + 1); });
    std::sort(positions.begin(), positions.end());
    Together together(positions, before[positions.front()], places.data(), together_places.data());
    ASSERT_EQ(together.count(), positions.size());
    while (together.size() < size + 1) {
      together.go_on(together.size() + 1 + draws.below(size + 1 - together.size()), task, sequence, rates);
      for (std::size_t trial = 0; trial < positions.size(); ++trial) {
        if (together.size() <= positions[trial]) {
          continue;
        }
        std::vector<Place> alone_places(size + 1, unknown);
        Alone alone(positions[trial], before[positions[trial]], places.data(), alone_places.data());
        alone.go_on(together.size(), task, sequence, rates);
        SCOPED_TRACE(testing::Message() << "at " << positions[trial] << ", " << together.size() << " tasks");
        EXPECT_EQ(together.position(trial), positions[trial]);
        const auto state = together.state(trial);
        const auto own = together.places(trial);
        EXPECT_EQ(state.head(), alone.state(0).head());
        EXPECT_EQ(state.kernel_end(), alone.state(0).kernel_end());
        EXPECT_EQ(state.h2d_end(own, rates), alone.state(0).h2d_end(alone.places(0), rates));
        EXPECT_EQ(state.makespan(own, rates), alone.state(0).makespan(alone.places(0), rates));
      }
    }
  }
}

TEST(TrialsTogether, GoOnAsEachDoesAlone) {
  bench::Draws draws(1);
  for (const bench::Family family : bench::kFamilies) {
    for (const std::size_t size : {1U, 2U, 3U, 6U, 30U}) {
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        for (const bool latencies : {false, true}) {
          Instance instance = bench::random_instance(size, {.family = family, .latencies = latencies}, seed);
          if (seed % 2 == 0) {
            instance = test::in_whole_milliseconds(instance);
          }
          latencies ? go_on_as_alone<true>(instance, draws) : go_on_as_alone<false>(instance, draws);
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpshop::order
