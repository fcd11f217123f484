// What S1 chapter 2 works out by hand, and what holds of shares of an SM in general.
#include "sim/share/dominant_shares.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace warpshop::share {
namespace {

SharingKernel cta(std::int64_t registers, std::int64_t shared_memory, std::int64_t threads, std::int64_t slots = 0) {
  return {.cta = {.ctas = slots, .threads = threads, .registers = registers, .shared_memory = {shared_memory}},
          .per_sm = 64};
}

TEST(DominantShare, IsThatOfTheResourceThatIsTakenMost) {
  const SmResources sm{.ctas = 100, .threads = 100, .registers = 100, .shared_memory = {100}};
  const SmResources kernel{.ctas = 3, .threads = 30, .registers = 10, .shared_memory = {20}};
  EXPECT_EQ(dominant_share(kernel, sm).value(), 0.3);
  const SmResources taken{.ctas = 10, .threads = 20, .registers = 30, .shared_memory = {15}};
  EXPECT_EQ(dominant_share(taken, sm).value(), 0.3);
  EXPECT_EQ(dominant_share(kernel, sm, 4).value(), 0.075);
}

// An SM of 100 registers, 100 B and 60 threads: CTAs of K1 take 10 %, 0 and 1/15, of K2 3 %, 6 % and 5 %.
constexpr SmResources kSourceSm{.ctas = 100, .threads = 60, .registers = 100, .shared_memory = {100}};

TEST(ResourcePartition, IsSixAndTwelveAsInTheSource) {
  const std::vector<SharingKernel> kernels{cta(10, 0, 4), cta(3, 6, 3)};
  EXPECT_EQ(resource_partition(kSourceSm, kernels), (std::vector<std::uint32_t>{6, 12}));
  EXPECT_EQ(dominant_share({.threads = 24, .registers = 60}, kSourceSm).value(), 0.6);
  EXPECT_EQ(dominant_share({.threads = 36, .registers = 36, .shared_memory = {72}}, kSourceSm).value(), 0.72);
  EXPECT_EQ(6 * 4 + 12 * 3, kSourceSm.threads);
}

TEST(ResourcePartition, IsOneOfEachWhereNeitherFitsTwice) {
  const SmResources sm{.ctas = 8, .threads = 2'048, .registers = 3'000, .shared_memory = {3'000}};
  const std::vector<SharingKernel> kernels{cta(1'000, 2'000, 0), cta(2'000, 0, 0)};
  EXPECT_EQ(resource_partition(sm, kernels), (std::vector<std::uint32_t>{1, 1}));
}

TEST(ResourcePartition, WhoNoLongerFitsIsSkipped) {
  const SmResources sm{.ctas = 16, .threads = 100, .registers = 100, .shared_memory = {100}};
  EXPECT_EQ(resource_partition(sm, std::vector<SharingKernel>{cta(0, 0, 60), cta(0, 0, 10)}),
            (std::vector<std::uint32_t>{1, 4}));
}

TEST(SmsOfKernels, ThreeOnThreeSmsAreOnTwoEach) {
  const auto on = sms_of_kernels(2, CtasBySm(3, std::vector<std::uint32_t>(3)));
  std::set<std::set<int>> pairs;
  for (std::size_t sm = 0; sm < 3; ++sm) {
    std::set<int> there;
    for (int kernel = 0; kernel < 3; ++kernel) {
      if (on[static_cast<std::size_t>(kernel)][sm] > 0) {
        there.insert(kernel);
      }
    }
    pairs.insert(there);
  }
  EXPECT_EQ(pairs, (std::set<std::set<int>>{{0, 1}, {1, 2}, {0, 2}}));
}

/// By its sentences, an SM after the other.
struct SlowSmsOfKernels {
  std::size_t most;
  CtasBySm on;

  std::int64_t sms_of(std::size_t kernel) const { return std::count(on[kernel].begin(), on[kernel].end(), 1); }
  std::int64_t kernels_on(std::size_t sm) const {
    return std::count_if(on.begin(), on.end(), [sm](const auto& its) { return its[sm] == 1; });
  }
  std::vector<std::size_t> by_sms() const {
    std::vector<std::size_t> kernels(on.size());
    std::iota(kernels.begin(), kernels.end(), std::size_t{0});
    std::stable_sort(kernels.begin(), kernels.end(), [this](auto a, auto b) { return sms_of(a) < sms_of(b); });
    return kernels;
  }
  bool is_put_somewhere(std::size_t kernel) {
    std::optional<std::size_t> place;
    for (std::size_t sm = 0; sm < on[kernel].size(); ++sm) {
      const bool may = on[kernel][sm] == 0 && kernels_on(sm) < static_cast<std::int64_t>(most);
      if (may && (!place || kernels_on(sm) < kernels_on(*place))) {
        place = sm;
      }
    }
    if (place) {
      on[kernel][*place] = 1;
    }
    return place.has_value();
  }
  bool makes_room(std::size_t victim, std::size_t fewest) {
    for (std::size_t sm = 0; sm < on[victim].size(); ++sm) {
      if (sms_of(victim) > sms_of(fewest) + 1 && on[victim][sm] == 1 && on[fewest][sm] == 0) {
        on[victim][sm] = 0;
        on[fewest][sm] = 1;
        return true;
      }
    }
    return false;
  }
  bool step() {
    const std::vector<std::size_t> kernels = by_sms();
    return std::any_of(kernels.begin(), kernels.end(), [this](auto kernel) { return is_put_somewhere(kernel); }) ||
           std::any_of(kernels.rbegin(), kernels.rend(), [&](auto victim) { return makes_room(victim, kernels[0]); });
  }
};

RC_GTEST_PROP(SmsOfKernels, AreAsManyForEachAsTheyCome, ()) {
  const auto sms = *rc::gen::inRange<std::uint32_t>(1, 20);
  const auto most = *rc::gen::inRange<std::size_t>(1, 4);
  CtasBySm before;
  for (int kernel = *rc::gen::inRange(1, 8); kernel > 0; --kernel) {
    before.emplace_back(sms);
    if (before.size() < most) {
      for (std::uint32_t sm = 0; sm < sms; ++sm) {
        before.back()[sm] = *rc::gen::inRange<std::uint32_t>(0, 2);
      }
    }
  }
  const auto on = sms_of_kernels(most, before);
  SlowSmsOfKernels slow{.most = most, .on = before};
  while (slow.step()) {
  }
  RC_ASSERT(on == slow.on);
  std::vector<std::int64_t> held;
  for (std::size_t kernel = 0; kernel < on.size(); ++kernel) {
    held.push_back(slow.sms_of(kernel));
  }
  const auto slots = static_cast<std::int64_t>(sms * std::min(most, on.size()));
  RC_ASSERT(std::accumulate(held.begin(), held.end(), std::int64_t{0}) == slots);
  RC_ASSERT(*std::max_element(held.begin(), held.end()) - *std::min_element(held.begin(), held.end()) <= 1);
  for (std::uint32_t sm = 0; sm < sms; ++sm) {
    RC_ASSERT(slow.kernels_on(sm) <= static_cast<std::int64_t>(most));
  }
}

// An SM whose shares are whole numbers of parts of kCommon.
constexpr SmResources kSlowSm{.ctas = 32, .threads = 97, .registers = 101, .shared_memory = {89}};
constexpr std::int64_t kCommon = 32LL * 97 * 101 * 89;

std::vector<SharingKernel> any_kernels(int most) {
  const auto amount = [] { return *rc::gen::inRange<std::int64_t>(0, 30); };
  std::vector<SharingKernel> kernels;
  for (int kernel = *rc::gen::inRange(1, most); kernel > 0; --kernel) {
    kernels.push_back(cta(amount(), amount(), 1 + amount(), 1));
  }
  return kernels;
}

// One CTA after the other, by shares as fractions that are worked out anew each time, without any bookkeeping.
RC_GTEST_PROP(ResourcePartition, IsWhatItsSentenceSays, ()) {
  const std::vector<SharingKernel> kernels = any_kernels(4);
  std::vector<std::uint32_t> ctas(kernels.size());
  const auto used = [&](const std::vector<std::uint32_t>& of, auto amount_of) {
    std::int64_t all = 0;
    for (std::size_t i = 0; i < of.size(); ++i) {
      all += of[i] * amount_of(kernels[i].cta);
    }
    return all;
  };
  const auto threads = [](const SmResources& each) { return each.threads; };
  const auto registers = [](const SmResources& each) { return each.registers; };
  const auto memory = [](const SmResources& each) { return each.shared_memory.count; };
  const auto slots = [](const SmResources& each) { return each.ctas; };
  while (true) {
    std::int64_t least = 0;
    std::size_t chosen = kernels.size();
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      std::vector<std::uint32_t> more = ctas;
      ++more[i];
      if (used(more, threads) > 97 || used(more, registers) > 101 || used(more, memory) > 89 ||
          used(more, slots) > 32) {
        continue;
      }
      const SmResources& own = kernels[i].cta;
      const std::int64_t share = ctas[i] * std::max({own.threads * (kCommon / 97), own.registers * (kCommon / 101),
                                                     own.shared_memory.count * (kCommon / 89), kCommon / 32});
      if (chosen == kernels.size() || share < least || (share == least && ctas[i] > ctas[chosen])) {
        least = share;
        chosen = i;
      }
    }
    if (chosen == kernels.size()) {
      break;
    }
    ++ctas[chosen];
  }
  RC_ASSERT(resource_partition(kSlowSm, kernels) == ctas);
}

TEST(CycleQuotas, AreAsInTheSource) {
  const std::vector<double> quotas = cycle_quotas(std::vector<IssueUse>{{0.4, 2, 8}, {0.5, 4, 8}});
  EXPECT_DOUBLE_EQ(quotas[0], 0.1 / 0.35);
  EXPECT_DOUBLE_EQ(quotas[1], 0.25 / 0.35);
}

}  // namespace
}  // namespace warpshop::share
