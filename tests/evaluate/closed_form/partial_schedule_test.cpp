#include "sim/evaluate/closed_form/partial_schedule.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/model/units.hpp"

namespace warpshop::evaluate {
namespace {

/// States behind the first tasks of a sequence, by their number.
template <bool Latencies>
struct States {
  States(const Instance& instance, const Order& order) : rates(traits_of(instance).rates), d2hs(order.size()) {
    behind.emplace_back();
    for (const std::uint32_t task : order) {
      behind.push_back(behind.back());
      behind.back().append(Stages(instance.jobs[task]), d2hs.data(), rates);
    }
  }
  double h2d_end(std::size_t size) const { return behind[size].h2d_end(d2hs.data(), rates); }

  DuplexRates rates;
  std::vector<ScheduledD2h<Latencies>> d2hs;
  std::vector<PartialSchedule<Latencies>> behind;
};

/// What tells of one more task without a D2H for it, from each state on.
template <bool Latencies>
void looks_ahead_as_it_appends(const Instance& instance) {
  Order order(instance.size());
  std::iota(order.begin(), order.end(), 0U);
  const States<Latencies> states(instance, order);
  for (const std::uint32_t task : order) {
    // What lies behind the state is another task's until it is appended.
    std::vector<ScheduledD2h<Latencies>> d2hs = states.d2hs;
    d2hs[task] = {};
    const PartialSchedule<Latencies>& behind = states.behind[task + 1];
    PartialSchedule<Latencies> ahead = states.behind[task];
    const double h2d_end = ahead.look_ahead(Stages(instance.jobs[task]), d2hs.data(), states.rates);
    EXPECT_EQ(h2d_end, states.h2d_end(task + 1));
    EXPECT_EQ(ahead.size(), task + 1);
    EXPECT_EQ(ahead.head(), behind.head());
    EXPECT_EQ(ahead.kernel_end(), behind.kernel_end());
    if constexpr (Latencies) {
      EXPECT_EQ(ahead.head_payload_left(), behind.head_payload_left());
    } else {
      EXPECT_EQ(ahead.h2d_work(), behind.h2d_work());
      EXPECT_EQ(ahead.d2h_end_work(), behind.d2h_end_work());
    }
  }
}

/// 40 tasks of each family, four times; and with stages of 0, 1, 2 or 3, which often tie.
std::vector<Instance> instances(bool latencies) {
  std::vector<Instance> all;
  bench::Draws draws(1);
  for (int i = 0; i < 40; ++i) {
    all.push_back(bench::random_instance(40, {.latencies = latencies}));
    for (Job& job : all.back().jobs) {
      job.copies[0].payload = Millis{static_cast<double>(draws.below(4))};
      job.kernel = Millis{static_cast<double>(draws.below(4))};
      job.copies[1].payload = Millis{static_cast<double>(draws.below(4))};
    }
  }
  for (const bench::Family family : bench::kFamilies) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      all.push_back(bench::random_instance(40, {.family = family, .latencies = latencies}, seed));
    }
  }
  return all;
}

TEST(PartialSchedule, LooksAheadAsItAppends) {
  for (const Instance& instance : instances(false)) {
    looks_ahead_as_it_appends<false>(instance);
  }
  for (const Instance& instance : instances(true)) {
    looks_ahead_as_it_appends<true>(instance);
  }
}

template <bool Latencies>
void makespan_from_the_queue(const Instance& instance) {
  Order order(instance.size());
  std::iota(order.begin(), order.end(), 0U);
  const States<Latencies> states(instance, order);
  for (std::size_t size = 1; size <= order.size(); ++size) {
    const PartialSchedule<Latencies>& state = states.behind[size];
    double queued = 0;
    for (std::size_t slot = state.head() + 1; slot < size; ++slot) {
      queued += Stages(instance.jobs[order[slot]]).d2h();
    }
    EXPECT_TRUE(tied(state.makespan(states.d2hs.data(), states.rates, queued),
                     state.makespan(states.d2hs.data(), states.rates)));
  }
}

TEST(PartialSchedule, HasTheSameMakespanFromTheWorkThatQueues) {
  for (const Instance& instance : instances(false)) {
    makespan_from_the_queue<false>(instance);
  }
  for (const Instance& instance : instances(true)) {
    makespan_from_the_queue<true>(instance);
  }
}

}  // namespace
}  // namespace warpshop::evaluate
