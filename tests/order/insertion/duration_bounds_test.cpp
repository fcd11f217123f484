#include "sim/order/insertion/duration_bounds.hpp"

#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/evaluate/closed_form/pack.hpp"
#include "sim/order/insertion/insertion_sequence.hpp"
#include "sim/order/insertion/room.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

/// All tasks of an instance but the last one, in their order, and the bounds of putting that one among them.
class Sequence {
 public:
  explicit Sequence(const Instance& instance)
      : rates_(evaluate::traits_of(instance).rates), task_(instance.jobs.back()), sequence_(instance, rates_, room_) {
    sequence_.assign(test::order_of(instance.size() - 1));
    sequence_.complete();
  }

  std::size_t size() const { return sequence_.size(); }
  template <class Number>
  Number at(std::size_t position) const {
    const double h2d_payload = sequence_.suffix(0).h2d_payload + task_.h2d_payload;
    const double d2h_payload = sequence_.suffix(0).d2h_payload + task_.d2h_payload;
    const evaluate::Stages& last = position < size() ? sequence_.stages().back() : task_;
    return DurationBounds(task_, rates_, sequence_)
        .at<Number>(position, TrialBound(rates_, h2d_payload, d2h_payload, last));
  }

 private:
  Room room_;
  evaluate::DuplexRates rates_;
  evaluate::Stages task_;
  InsertionSequence<false> sequence_;
};

template <std::size_t Width>
void same_as_one_by_one(const Sequence& sequence) {
  for (std::size_t position = 0; position + Width <= sequence.size(); ++position) {
    const auto several = sequence.at<evaluate::Pack<Width>>(position);
    for (std::size_t lane = 0; lane < Width; ++lane) {
      EXPECT_EQ(several[lane], sequence.at<double>(position + lane)) << position << " and " << lane;
    }
  }
}

TEST(DurationBounds, AreTheSameSeveralAtATime) {
  for (const bench::Family family : bench::kFamilies) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Sequence sequence(bench::random_instance(4 + seed, {.family = family}, seed));
      same_as_one_by_one<2>(sequence);
      same_as_one_by_one<4>(sequence);
    }
  }
}

// Two tasks of 1, 1 and 1 ms, and one of 2, 3 and 4 ms: behind them its kernel cannot start before 4 ms.
TEST(DurationBounds, KnowTheEndOfTheSequence) {
  Instance instance = bench::random_instance(3, {});
  for (Job& job : instance.jobs) {
    job.copies[0].payload = job.kernel = job.copies[1].payload = Millis{1};
  }
  instance.jobs[2].copies[0].payload = Millis{2};
  instance.jobs[2].kernel = Millis{3};
  instance.jobs[2].copies[1].payload = Millis{4};
  instance.rates = {{{{{1, 1}, {1, 1}}}, {{{1, 1}, {1, 1}}}}};
  const Sequence sequence(instance);
  EXPECT_DOUBLE_EQ(sequence.at<double>(2), 11);  // 4 + 3 + 4
  EXPECT_DOUBLE_EQ(sequence.at<double>(0), 11);  // 2 + 3 + 4 + 1 + 1
}

}  // namespace
}  // namespace warpshop::order
