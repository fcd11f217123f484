#include "sim/order/insertion/insertion_sequence.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/order/draws.hpp"
#include "sim/order/insertion/room.hpp"

namespace warpshop::order {
namespace {

void expect_equal(const Paths<double>& paths, const Paths<double>& others) {
  EXPECT_EQ(paths.h2d, others.h2d);
  EXPECT_EQ(paths.kernel, others.kernel);
  EXPECT_EQ(paths.d2h, others.d2h);
}

/// What the sequence knows is what one knows that has been given the same tasks at once.
template <bool Latencies>
void expect_known(const InsertionSequence<Latencies>& sequence, const Instance& instance,
                  const evaluate::DuplexRates& rates) {
  Room room;
  InsertionSequence<Latencies> anew(instance, rates, room);
  anew.assign(sequence.tasks());
  anew.complete();
  ASSERT_EQ(sequence.size(), anew.size());
  for (std::size_t position = 0; position <= anew.size(); ++position) {
    const auto& prefix = sequence.prefix(position);
    EXPECT_EQ(prefix.h2d_end, anew.prefix(position).h2d_end);
    EXPECT_EQ(prefix.d2h_end, anew.prefix(position).d2h_end);
    EXPECT_EQ(prefix.state.kernel_end(), anew.prefix(position).state.kernel_end());
    EXPECT_EQ(prefix.state.size(), position);
    expect_equal(sequence.suffix(position).paths, anew.suffix(position).paths);
    EXPECT_EQ(sequence.suffix(position).h2d_payload, anew.suffix(position).h2d_payload);
    EXPECT_EQ(sequence.suffix(position).d2h_payload, anew.suffix(position).d2h_payload);
    if constexpr (!Latencies) {
      expect_equal(sequence.suffix(position).late_d2h, anew.suffix(position).late_d2h);
    }
  }
}

template <bool Latencies>
void change_at_random(std::uint64_t seed) {
  const Instance instance = bench::random_instance(12, {.latencies = Latencies}, seed);
  const evaluate::DuplexRates rates = evaluate::traits_of(instance).rates;
  Room room;
  InsertionSequence<Latencies> sequence(instance, rates, room);
  Draws draws(seed);
  std::vector<std::uint32_t> out;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    out.push_back(task);
  }
  const auto any = [&draws](std::size_t count) { return static_cast<std::size_t>(draws.below(count)); };
  for (int change = 0; change < 200; ++change) {
    if (!out.empty() && (sequence.size() == 0 || any(3) > 0)) {
      sequence.insert(any(sequence.size() + 1), out.back());
      out.pop_back();
    } else {
      const std::size_t position = any(sequence.size());
      out.insert(out.begin(), sequence.tasks()[position]);
      sequence.remove(position);
    }
    if (any(2) > 0) {
      sequence.complete();
      expect_known(sequence, instance, rates);
    }
  }
}

TEST(InsertionSequence, KnowsAfterChangesWhatItKnowsOfTheWhole) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    change_at_random<false>(seed);
    change_at_random<true>(seed);
  }
}

TEST(InsertionSequence, QueuesTheTaskThatIsTried) {
  const Instance instance = bench::random_instance(4, {.latencies = true});
  const evaluate::DuplexRates rates = evaluate::traits_of(instance).rates;
  Room room;
  InsertionSequence<true> sequence(instance, rates, room);
  sequence.assign(std::vector<std::uint32_t>{0, 1, 2});
  sequence.complete();
  const evaluate::Stages task(instance.jobs[3]);
  const auto payload = [&](std::size_t slot) { return sequence.stages()[slot].d2h_payload; };
  EXPECT_DOUBLE_EQ(sequence.queued_payload(0, task, 0), payload(0) + payload(1) + payload(2));
  EXPECT_DOUBLE_EQ(sequence.queued_payload(3, task, 0), payload(1) + payload(2) + task.d2h_payload);
  EXPECT_DOUBLE_EQ(sequence.queued_payload(3, task, 3), 0);
  EXPECT_DOUBLE_EQ(sequence.queued(2, task, 1), sequence.stages()[2].d2h() + task.d2h());
}

}  // namespace
}  // namespace warpshop::order
