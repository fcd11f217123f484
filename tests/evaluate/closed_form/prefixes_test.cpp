#include "sim/evaluate/closed_form/prefixes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/closed_form/closed_form.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::evaluate {
namespace {

constexpr std::size_t kWidth = 4;
using Orders = std::array<Order, kWidth>;

template <bool Latencies>
void expect_same(const Prefixes<Latencies, kWidth>& states, const PlacePack<Latencies, kWidth>* packed,
                 std::size_t lane, const Prefix<Latencies>& expected, const Place<Latencies>* places,
                 const DuplexRates& rates) {
  const Prefix<Latencies> state = states.lane(lane);
  const PlacesOfLane<Latencies, kWidth> own(packed, lane);
  ASSERT_EQ(state.size(), expected.size());
  EXPECT_EQ(state.head(), expected.head());
  EXPECT_EQ(state.kernel_end(), expected.kernel_end());
  EXPECT_EQ(state.h2d_end(own, rates), expected.h2d_end(places, rates));
  EXPECT_EQ(state.d2h_payload_left(own, rates), expected.d2h_payload_left(places, rates));
  EXPECT_EQ(state.makespan(own, rates), expected.makespan(places, rates));
  if constexpr (Latencies) {
    EXPECT_EQ(state.head_payload_left(), expected.head_payload_left());
  } else {
    EXPECT_EQ(state.h2d_work(), expected.h2d_work());
    EXPECT_EQ(state.ends().d2h_work, expected.ends().d2h_work);
    EXPECT_EQ(state.ends().idle_offset, expected.ends().idle_offset);
  }
}

/// Orders that are the same up to `begin`: from there on in each lane what Prefix does by itself.
template <bool Latencies>
void does_what_each_does(const Instance& instance, const Orders& orders, std::size_t begin) {
  const DuplexRates rates = traits_of(instance).rates;
  const std::size_t size = instance.size();
  std::array<Prefix<Latencies>, kWidth> expected;
  std::array<std::vector<Place<Latencies>>, kWidth> places;
  for (std::size_t lane = 0; lane < kWidth; ++lane) {
    places[lane].resize(size);
    for (std::size_t slot = 0; slot < begin; ++slot) {
      expected[lane].append(Stages(instance.jobs[orders[lane][slot]]), places[lane].data(), rates);
    }
  }
  std::vector<PlacePack<Latencies, kWidth>> packed(size);
  for (std::size_t slot = expected[0].head(); slot < begin; ++slot) {
    packed[slot] = PlacePack<Latencies, kWidth>(places[0][slot]);
  }
  Prefixes<Latencies, kWidth> states(expected[0]);
  for (std::size_t slot = begin; slot < size; ++slot) {
    std::array<Stages, kWidth> tasks;
    std::array<const Stages*, kWidth> shown{};
    for (std::size_t lane = 0; lane < kWidth; ++lane) {
      tasks[lane] = Stages(instance.jobs[orders[lane][slot]]);
      shown[lane] = &tasks[lane];
      expected[lane].append(tasks[lane], places[lane].data(), rates);
    }
    states.append(StagesPack<kWidth>(shown), packed.data(), RatesPack<kWidth>(rates));
    for (std::size_t lane = 0; lane < kWidth; ++lane) {
      SCOPED_TRACE(testing::Message() << "slot " << slot << ", lane " << lane);
      expect_same(states, packed.data(), lane, expected[lane], places[lane].data(), rates);
    }
  }
}

void does_what_each_does(const Instance& instance, const Orders& orders, std::size_t begin) {
  if (traits_of(instance).latencies) {
    does_what_each_does<true>(instance, orders, begin);
  } else {
    does_what_each_does<false>(instance, orders, begin);
  }
}

/// 30 tasks of each family, with latencies and without; with stages of whole milliseconds, which often end together;
/// and with those, other rates and H2D latencies so long that several D2Hs end meanwhile.
std::vector<Instance> instances() {
  std::vector<Instance> all;
  for (const bool latencies : {false, true}) {
    for (const bench::Family family : bench::kFamilies) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        all.push_back(bench::random_instance(30, {.family = family, .latencies = latencies}, seed));
        all.push_back(test::in_whole_milliseconds(all.back()));
        all.push_back(all.back());
        all.back().rates = test::all_rates()[seed % test::all_rates().size()];
        for (Job& job : all.back().jobs) {
          job.copies[0].latency *= 500;
        }
      }
    }
  }
  return all;
}

/// As when a task is tried at several positions.
TEST(Prefixes, DoWhatEachDoesOfATaskAtNeighbouringPositions) {
  for (const Instance& instance : instances()) {
    for (std::size_t position = 0; position + kWidth < instance.size(); position += 3) {
      Orders orders;
      for (std::size_t lane = 0; lane < kWidth; ++lane) {
        orders[lane] = test::order_of(instance.size());
        const auto first = orders[lane].begin() + static_cast<std::ptrdiff_t>(position);
        std::rotate(first, first + 1, first + static_cast<std::ptrdiff_t>(lane) + 1);
      }
      does_what_each_does(instance, orders, position);
    }
  }
}

/// Where hardly ever the same happens in all.
TEST(Prefixes, DoWhatEachDoesOfUnlikeSequences) {
  std::mt19937_64 generator(1);
  for (const Instance& instance : instances()) {
    Orders orders;
    for (Order& order : orders) {
      order = test::order_of(instance.size());
      std::shuffle(order.begin(), order.end(), generator);
    }
    does_what_each_does(instance, orders, 0);
  }
}

}  // namespace
}  // namespace warpshop::evaluate
