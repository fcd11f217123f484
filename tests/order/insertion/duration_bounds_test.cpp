#include "sim/order/insertion/duration_bounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/closed_form.hpp"
#include "sim/evaluate/pack.hpp"

namespace warpshop::order {
namespace {

/// All tasks of an instance but the last one, in their order, and the bounds of putting that one among them.
class Sequence {
 public:
  explicit Sequence(const Instance& instance)
      : rates_(evaluate::traits_of(instance).rates),
        size_(instance.size() - 1),
        task_(instance.jobs[size_]),
        last_(instance.jobs[size_ - 1]),
        places_(size_),
        before_(size_ + 1),
        suffixes_(size_ + 1) {
    for (std::size_t slot = 0; slot < size_; ++slot) {
      const evaluate::Stages stages(instance.jobs[slot]);
      before_[slot + 1] = before_[slot];
      Before<false>& next = before_[slot + 1];
      next.h2d_end = next.state.append(stages, places_.data(), rates_);
      next.d2h_end = std::max(next.d2h_end, next.state.kernel_end()) + stages.d2h();
      const evaluate::Stages from_the_end(instance.jobs[size_ - 1 - slot]);
      suffixes_[slot + 1] =
          slot == 0 ? Suffix<false>::of_last(from_the_end, rates_) : suffixes_[slot].behind(from_the_end, rates_);
    }
  }

  std::size_t size() const { return size_; }
  template <class Number>
  Number at(std::size_t position) const {
    const double h2d_payload = suffixes_[size_].h2d_payload + task_.h2d_payload;
    const double d2h_payload = suffixes_[size_].d2h_payload + task_.d2h_payload;
    const DurationBounds bounds(task_, rates_, size_, before_.data(), places_.data(), suffixes_.data());
    return bounds.at<Number>(position, TrialBound(rates_, h2d_payload, d2h_payload, position < size_ ? last_ : task_));
  }

 private:
  evaluate::DuplexRates rates_;
  std::size_t size_;
  evaluate::Stages task_, last_;
  std::vector<evaluate::Place<false>> places_;
  std::vector<Before<false>> before_;
  std::vector<Suffix<false>> suffixes_;
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
