// What S1 chapter 2 works out by hand, and what holds of shares of an SM in general.
#include "sim/share/dominant_shares.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
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
  const auto on = sms_of_kernels(3, 2, std::vector<std::vector<bool>>(3, std::vector<bool>(3)));
  std::set<std::set<int>> pairs;
  for (std::size_t sm = 0; sm < 3; ++sm) {
    std::set<int> there;
    for (int kernel = 0; kernel < 3; ++kernel) {
      if (on[static_cast<std::size_t>(kernel)][sm]) {
        there.insert(kernel);
      }
    }
    pairs.insert(there);
  }
  EXPECT_EQ(pairs, (std::set<std::set<int>>{{0, 1}, {1, 2}, {0, 2}}));
}

RC_GTEST_PROP(SmsOfKernels, AreAsManyForEachAsTheyCome, ()) {
  const auto sms = *rc::gen::inRange<std::uint32_t>(1, 20);
  const auto most = *rc::gen::inRange<std::size_t>(1, 4);
  std::vector<std::vector<bool>> before;
  for (int kernel = *rc::gen::inRange(1, 8); kernel > 0; --kernel) {
    before.emplace_back(sms);
    if (before.size() < most) {
      for (std::uint32_t sm = 0; sm < sms; ++sm) {
        before.back()[sm] = *rc::gen::inRange(0, 2) == 1;
      }
    }
  }
  const auto on = sms_of_kernels(sms, most, before);
  std::vector<std::int64_t> held;
  for (const std::vector<bool>& each : on) {
    held.push_back(std::count(each.begin(), each.end(), true));
  }
  const auto slots = static_cast<std::int64_t>(sms * std::min(most, on.size()));
  RC_ASSERT(std::accumulate(held.begin(), held.end(), std::int64_t{0}) == slots);
  RC_ASSERT(*std::max_element(held.begin(), held.end()) - *std::min_element(held.begin(), held.end()) <= 1);
  for (std::uint32_t sm = 0; sm < sms; ++sm) {
    RC_ASSERT(static_cast<std::size_t>(
                  std::count_if(on.begin(), on.end(), [sm](const auto& each) { return each[sm]; })) <= most);
  }
}

TEST(CtasToLeave, AreThoseThatFreeWhatIsMissing) {
  // 10 % free and 15 % needed: until 5 more are free, of CTAs of 2 % three, of 5 % one.
  const SmResources free{.registers = 10};
  const SmResources needed{.registers = 15};
  EXPECT_EQ(ctas_to_leave(free, needed, {.registers = 2}, 10), 3);
  EXPECT_EQ(ctas_to_leave(free, needed, {.registers = 5}, 10), 1);
  EXPECT_EQ(ctas_to_leave(free, needed, {.registers = 1}, 4), 5);  // are not enough
  EXPECT_EQ(ctas_to_leave(free, {.registers = 10}, {.registers = 1}, 4), 0);
}

TEST(CtasOnDemand, OneThatComesTakesRoomOfTheOneWithMost) {
  const SmResources sm{.ctas = 16, .threads = 160, .registers = 1'000, .shared_memory = {1'000}};
  const std::vector<SharingKernel> kernels{cta(0, 0, 10), cta(0, 0, 20)};
  const std::vector<std::int64_t> most{1'000, 1'000};
  const CtasBySm alone = ctas_on_demand(sm, std::vector<SharingKernel>{kernels[0]}, most, {{0, 0}});
  EXPECT_EQ(alone, (CtasBySm{{16, 16}}));
  const CtasBySm both = ctas_on_demand(sm, kernels, most, {alone[0], {0, 0}});
  EXPECT_EQ(both, (CtasBySm{{8, 8}, {4, 4}}));
  EXPECT_EQ(ctas_on_demand(sm, kernels, most, both), both);
}

TEST(CtasOnDemand, NobodyLeavesForWhoMakesTheSharesNoMoreEven) {
  const SmResources sm{.ctas = 16, .threads = 100, .registers = 1'000, .shared_memory = {1'000}};
  const std::vector<SharingKernel> kernels{cta(0, 0, 40), cta(0, 0, 100)};
  EXPECT_EQ(ctas_on_demand(sm, kernels, std::vector<std::int64_t>{9, 9}, {{2}, {0}}), (CtasBySm{{2}, {0}}));
}

TEST(CtasOnDemand, NoKernelHasMoreThanItHasWorkFor) {
  const SmResources sm{.ctas = 16, .threads = 100, .registers = 1'000, .shared_memory = {1'000}};
  EXPECT_EQ(ctas_on_demand(sm, std::vector<SharingKernel>{cta(0, 0, 10), cta(0, 0, 10)},
                           std::vector<std::int64_t>{3, 99}, {{0, 0}, {0, 0}}),
            (CtasBySm{{3, 0}, {7, 10}}));
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

/// smk-od by its sentences: everything is counted anew whenever it is looked at.
struct SlowOnDemand {
  std::vector<SharingKernel> kernels;
  std::vector<std::int64_t> most;
  CtasBySm ctas;
  std::set<std::vector<std::int64_t>> left_with = {};

  std::int64_t all(std::size_t kernel) const {
    return std::accumulate(ctas[kernel].begin(), ctas[kernel].end(), std::int64_t{0});
  }
  static std::int64_t share(std::int64_t threads, std::int64_t registers, std::int64_t memory, std::int64_t slots) {
    return std::max(
        {threads * (kCommon / 97), registers * (kCommon / 101), memory * (kCommon / 89), slots * (kCommon / 32)});
  }
  std::int64_t share_of_kernel(std::size_t kernel) const {
    const SmResources& one = kernels[kernel].cta;
    const std::int64_t its = all(kernel);
    return share(its * one.threads, its * one.registers, its * one.shared_memory.count, its);
  }
  /// Of what all hold on an SM but one kernel; but: none.
  SmResources taken(std::size_t sm, std::size_t but) const {
    SmResources sum;
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      const std::int64_t held = kernel == but ? 0 : ctas[kernel][sm];
      sum.ctas += held;
      sum.threads += held * kernels[kernel].cta.threads;
      sum.registers += held * kernels[kernel].cta.registers;
      sum.shared_memory.count += held * kernels[kernel].cta.shared_memory.count;
    }
    return sum;
  }
  std::int64_t share_of_sm(std::size_t sm, std::size_t but) const {
    const SmResources sum = taken(sm, but);
    return share(sum.threads, sum.registers, sum.shared_memory.count, sum.ctas);
  }
  bool is_within(std::size_t sm) const {
    const SmResources sum = taken(sm, kernels.size());
    return sum.ctas <= 32 && sum.threads <= 97 && sum.registers <= 101 && sum.shared_memory.count <= 89;
  }
  std::int64_t difference() const {
    std::set<std::int64_t> shares;
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      shares.insert(share_of_kernel(kernel));
    }
    return *shares.rbegin() - *shares.begin();
  }

  bool takes_room(std::size_t kernel) {
    std::set<std::pair<std::int64_t, std::size_t>> places;
    for (std::size_t sm = 0; sm < ctas[kernel].size(); ++sm) {
      ++ctas[kernel][sm];
      const bool fits = is_within(sm);
      --ctas[kernel][sm];
      if (fits) {
        places.emplace(share_of_sm(sm, kernels.size()), sm);
      }
    }
    if (places.empty()) {
      return false;
    }
    ++ctas[kernel][places.begin()->second];
    return true;
  }
  bool makes_room(std::size_t kernel) {
    std::set<std::pair<std::int64_t, std::size_t>> victims;
    for (std::size_t other = 0; other < kernels.size(); ++other) {
      if (other != kernel && all(other) > 0) {
        victims.emplace(-share_of_kernel(other), other);
      }
    }
    if (victims.empty()) {
      return false;
    }
    const std::size_t victim = victims.begin()->second;
    std::set<std::pair<std::int64_t, std::size_t>> places;
    for (std::size_t sm = 0; sm < ctas[victim].size(); ++sm) {
      if (ctas[victim][sm] > 0) {
        places.emplace(-share_of_sm(sm, kernel), sm);
      }
    }
    const std::size_t sm = places.begin()->second;
    const CtasBySm before = ctas;
    const std::int64_t difference_before = difference();
    ++ctas[kernel][sm];
    while (!is_within(sm) && ctas[victim][sm] > 0) {
      --ctas[victim][sm];
    }
    std::vector<std::int64_t> totals;
    for (std::size_t each = 0; each < kernels.size(); ++each) {
      totals.push_back(all(each));
    }
    if (is_within(sm) && difference() < difference_before && left_with.insert(totals).second) {
      return true;
    }
    ctas = before;
    return false;
  }
  bool changes() {
    std::set<std::pair<std::int64_t, std::size_t>> order;
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      order.emplace(share_of_kernel(kernel), kernel);
    }
    return std::any_of(order.begin(), order.end(), [this](const auto& each) {
      return all(each.second) < most[each.second] && (takes_room(each.second) || makes_room(each.second));
    });
  }
};

RC_GTEST_PROP(CtasOnDemand, AreWhatTheirSentencesSay, ()) {
  SlowOnDemand slow{.kernels = any_kernels(6), .most = {}, .ctas = {}};
  const auto sms = *rc::gen::inRange<std::size_t>(1, 5);
  for (std::size_t kernel = 0; kernel < slow.kernels.size(); ++kernel) {
    slow.most.push_back(*rc::gen::element<std::int64_t>(1, 7, 1'000'000));
    slow.ctas.emplace_back(sms);  // one comes after the other
    const std::vector<SharingKernel> there(slow.kernels.begin(), slow.kernels.begin() + kernel + 1);
    SlowOnDemand step{.kernels = there, .most = slow.most, .ctas = slow.ctas};
    while (step.changes()) {
    }
    slow.ctas = ctas_on_demand(kSlowSm, there, slow.most, slow.ctas);
    RC_ASSERT(slow.ctas == step.ctas);
  }
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
