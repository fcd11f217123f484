#include "sim/evaluate/closed_form/prefix.hpp"

#include <algorithm>
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
  States(const Instance& instance, const Order& order) : rates(traits_of(instance).rates), places(order.size()) {
    behind.emplace_back();
    for (const std::uint32_t task : order) {
      behind.push_back(behind.back());
      behind.back().append(Stages(instance.jobs[task]), places.data(), rates);
    }
  }
  double makespan() const { return behind.back().makespan(places.data(), rates); }
  double h2d_end(std::size_t size) const { return behind[size].h2d_end(places.data(), rates); }

  DuplexRates rates;
  std::vector<Place<Latencies>> places;
  std::vector<Prefix<Latencies>> behind;
};

/// What tells of one more task without a place for it, from each state on.
template <bool Latencies>
void looks_ahead_as_it_appends(const Instance& instance) {
  Order order(instance.size());
  std::iota(order.begin(), order.end(), 0U);
  const States<Latencies> states(instance, order);
  for (const std::uint32_t task : order) {
    // What lies behind the state is another task's until it is appended.
    std::vector<Place<Latencies>> places = states.places;
    places[task] = {};
    const Stages stages(instance.jobs[task]);
    const Prefix<Latencies>& behind = states.behind[task + 1];
    if constexpr (Latencies) {
      const Prefix<true> grown = states.behind[task].grow(stages, places.data(), states.rates);
      EXPECT_EQ(grown.size(), task + 1);
      EXPECT_EQ(grown.head(), behind.head());
      EXPECT_EQ(grown.kernel_end(), behind.kernel_end());
      EXPECT_EQ(grown.h2d_end(), behind.h2d_end());
      EXPECT_EQ(grown.head_payload_left(), behind.head_payload_left());
    } else {
      EXPECT_EQ(states.behind[task].next_h2d_end(stages, places.data(), states.rates), states.h2d_end(task + 1));
    }
  }
}

/// Takes one task after the other out of the order. Returns at how many places the two go on alike.
template <bool Latencies>
int goes_on_as_without_one(const Instance& instance) {
  Order order(instance.size());
  std::iota(order.begin(), order.end(), 0U);
  const States<Latencies> with(instance, order);
  int alike = 0;
  for (const std::uint32_t left_out : order) {
    Order shorter = order;
    shorter.erase(shorter.begin() + left_out);
    const States<Latencies> without(instance, shorter);
    for (std::size_t size = left_out + 1; size < order.size(); ++size) {
      const Prefix<Latencies>& state = with.behind[size];
      if (state.head() > left_out &&
          state.goes_on_as(without.behind[size - 1], with.places.data(), without.places.data())) {
        ++alike;
        EXPECT_TRUE(tied(with.makespan() - without.makespan(), with.h2d_end(size) - without.h2d_end(size - 1)))
            << left_out << ' ' << size;
      }
    }
  }
  return alike;
}

/// Moves one task after the other to its neighbours' places and farther. Returns at how many places the two orders go
/// on alike.
template <bool Latencies>
int goes_on_as_with_one_elsewhere(const Instance& instance) {
  Order order(instance.size());
  std::iota(order.begin(), order.end(), 0U);
  const States<Latencies> before(instance, order);
  int alike = 0;
  for (std::size_t from = 0; from < order.size(); ++from) {
    for (const std::size_t to : {from + 1, from + 2, from + 7}) {
      if (to >= order.size()) {
        continue;
      }
      Order moved = order;
      std::rotate(moved.begin() + static_cast<std::ptrdiff_t>(from),
                  moved.begin() + static_cast<std::ptrdiff_t>(from + 1),
                  moved.begin() + static_cast<std::ptrdiff_t>(to + 1));
      const States<Latencies> after(instance, moved);
      for (std::size_t size = to + 1; size < order.size(); ++size) {
        const Prefix<Latencies>& state = after.behind[size];
        if (state.head() > to && before.behind[size].head() > to &&
            state.goes_on_as(before.behind[size], after.places.data(), before.places.data())) {
          ++alike;
          if constexpr (!Latencies) {
            EXPECT_TRUE(tied(after.h2d_end(size), before.h2d_end(size))) << from << ' ' << to << ' ' << size;
          }
          EXPECT_TRUE(tied(after.makespan(), before.makespan() + (after.h2d_end(size) - before.h2d_end(size))))
              << from << ' ' << to << ' ' << size;
        }
      }
    }
  }
  return alike;
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

TEST(Prefix, GrowsAsItAppends) {
  for (const Instance& instance : instances(false)) {
    looks_ahead_as_it_appends<false>(instance);
  }
  for (const Instance& instance : instances(true)) {
    looks_ahead_as_it_appends<true>(instance);
  }
}

template <class Count>
int count_all(bool latencies, const Count& count) {
  const std::vector<Instance> all = instances(latencies);
  return std::accumulate(all.begin(), all.end(), 0,
                         [&](int sum, const Instance& instance) { return sum + count(instance); });
}

TEST(Prefix, EndsLaterByWhatItsLastH2dDoesWhereItGoesOnAsAnother) {
  EXPECT_GT(count_all(false, goes_on_as_without_one<false>), 1000);
  EXPECT_GT(count_all(true, goes_on_as_without_one<true>), 100);
}

TEST(Prefix, EndsLaterByWhatItsLastH2dDoesWhereItGoesOnAsWithATaskElsewhere) {
  EXPECT_GT(count_all(false, goes_on_as_with_one_elsewhere<false>), 1000);
  EXPECT_GT(count_all(true, goes_on_as_with_one_elsewhere<true>), 1000);
}

template <bool Latencies>
void makespan_from_the_queue(const Instance& instance) {
  Order order(instance.size());
  std::iota(order.begin(), order.end(), 0U);
  const States<Latencies> states(instance, order);
  for (std::size_t size = 1; size <= order.size(); ++size) {
    const Prefix<Latencies>& state = states.behind[size];
    double queued = 0;
    for (std::size_t slot = state.head() + 1; slot < size; ++slot) {
      queued += Stages(instance.jobs[order[slot]]).d2h();
    }
    EXPECT_TRUE(tied(state.makespan(states.places.data(), states.rates, queued),
                     state.makespan(states.places.data(), states.rates)));
  }
}

TEST(Prefix, HasTheSameMakespanFromTheWorkThatQueues) {
  for (const Instance& instance : instances(false)) {
    makespan_from_the_queue<false>(instance);
  }
  for (const Instance& instance : instances(true)) {
    makespan_from_the_queue<true>(instance);
  }
}

}  // namespace
}  // namespace warpshop::evaluate
