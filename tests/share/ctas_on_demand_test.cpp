// What S1 chapter 2 says of SMK on demand, and a second version of it that counts everything anew.
#include "sim/share/ctas_on_demand.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace warpshop::share {
namespace {

constexpr SmResources kHundreds{.ctas = 100, .threads = 100, .registers = 100, .shared_memory = {100}};

SharingKernel demanding(std::int64_t threads, std::int64_t registers = 0, std::int64_t shared_memory = 0) {
  return {.cta = {.ctas = 1, .threads = threads, .registers = registers, .shared_memory = {shared_memory}},
          .per_sm = 64};
}

CtasBySm on_demand(const std::vector<SharingKernel>& kernels, const CtasBySm& ctas) {
  return ctas_on_demand(kHundreds, kernels, std::vector<std::int64_t>(kernels.size(), 1'000), ctas);
}

TEST(CtasOnDemand, KernelsThatComeAtOnceAreDealtToTheEmptiestSms) {
  // Ties go to the first: CTAs of 50 and 50 %: each kernel ends up with an SM of its own.
  EXPECT_EQ(on_demand({demanding(50), demanding(50)}, {{0, 0}, {0, 0}}), (CtasBySm{{2, 0}, {0, 2}}));
}

TEST(CtasOnDemand, OneThatComesTakesRoomOfTheOneWithMost) {
  const CtasBySm alone = on_demand({demanding(10)}, {{0, 0}});
  EXPECT_EQ(alone, (CtasBySm{{10, 10}}));
  const CtasBySm both = on_demand({demanding(10), demanding(20)}, {alone[0], {0, 0}});
  EXPECT_EQ(both, (CtasBySm{{4, 6}, {3, 2}}));  // rK is 50 % of both
  EXPECT_EQ(on_demand({demanding(10), demanding(20)}, both), both);
}

TEST(CtasOnDemand, AsManyLeaveAsFreeWhatIsMissing) {
  // 10 % is free and 15 % needed: of CTAs of 2 % three leave, of 5 % one.
  EXPECT_EQ(ctas_on_demand(kHundreds, std::vector<SharingKernel>{demanding(2), demanding(15)},
                           std::vector<std::int64_t>{45, 1}, {{45}, {0}}),
            (CtasBySm{{42}, {1}}));
  EXPECT_EQ(ctas_on_demand(kHundreds, std::vector<SharingKernel>{demanding(5), demanding(15)},
                           std::vector<std::int64_t>{18, 1}, {{18}, {0}}),
            (CtasBySm{{17}, {1}}));
}

TEST(CtasOnDemand, TheVictimIsWhoeverHasMostWhereTheCandidateHasLeast) {
  // 30, 60 and 10 % of both SMs. The fourth takes room of the second, on the SM where it is not yet.
  EXPECT_EQ(
      ctas_on_demand(kHundreds, std::vector<SharingKernel>{demanding(10), demanding(10), demanding(10), demanding(10)},
                     std::vector<std::int64_t>{6, 12, 1, 2}, {{3, 3}, {6, 6}, {1, 0}, {0, 1}}),
      (CtasBySm{{3, 3}, {5, 6}, {1, 0}, {1, 1}}));
}

TEST(CtasOnDemand, NobodyLeavesForWhoMakesTheSharesNoMoreEven) {
  EXPECT_EQ(on_demand({demanding(40), demanding(100)}, {{2}, {0}}), (CtasBySm{{2}, {0}}));
}

TEST(CtasOnDemand, NoKernelHasMoreThanItHasWorkFor) {
  EXPECT_EQ(ctas_on_demand(kHundreds, std::vector<SharingKernel>{demanding(10), demanding(10)},
                           std::vector<std::int64_t>{3, 99}, {{0, 0}, {0, 0}}),
            (CtasBySm{{3, 0}, {7, 10}}));  // in turn to an SM each, until the first has no more work
}

// An SM whose shares are whole numbers of parts of kAllParts.
constexpr SmResources kOddSm{.ctas = 32, .threads = 97, .registers = 101, .shared_memory = {89}};
constexpr std::int64_t kAllParts = 32LL * 97 * 101 * 89;

/// By its sentences: everything is counted anew whenever it is looked at, in whole numbers.
struct SlowOnDemand {
  std::vector<SharingKernel> kernels;
  std::vector<std::int64_t> most;
  CtasBySm ctas;
  std::set<std::size_t> made_room = {};

  std::int64_t all(std::size_t kernel) const {
    return std::accumulate(ctas[kernel].begin(), ctas[kernel].end(), std::int64_t{0});
  }
  static std::int64_t share(const SmResources& taken) {
    return std::max({taken.ctas * (kAllParts / 32), taken.threads * (kAllParts / 97),
                     taken.registers * (kAllParts / 101), taken.shared_memory.count * (kAllParts / 89)});
  }
  /// What so many CTAs of each kernel take.
  SmResources taken_by(const std::vector<std::int64_t>& counts) const {
    SmResources sum;
    for (std::size_t kernel = 0; kernel < counts.size(); ++kernel) {
      sum.ctas += counts[kernel] * kernels[kernel].cta.ctas;
      sum.threads += counts[kernel] * kernels[kernel].cta.threads;
      sum.registers += counts[kernel] * kernels[kernel].cta.registers;
      sum.shared_memory.count += counts[kernel] * kernels[kernel].cta.shared_memory.count;
    }
    return sum;
  }
  std::vector<std::int64_t> on(std::size_t sm) const {
    std::vector<std::int64_t> counts;
    for (const std::vector<std::uint32_t>& its : ctas) {
      counts.push_back(its[sm]);
    }
    return counts;
  }
  /// rK of the GPU, times its SMs.
  std::int64_t share_of(std::size_t kernel) const {
    std::vector<std::int64_t> counts(kernels.size());
    counts[kernel] = all(kernel);
    return share(taken_by(counts));
  }
  bool is_possible(std::size_t sm) const {
    const SmResources taken = taken_by(on(sm));
    bool possible =
        taken.ctas <= 32 && taken.threads <= 97 && taken.registers <= 101 && taken.shared_memory.count <= 89;
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      possible &= ctas[kernel][sm] <= kernels[kernel].per_sm;
    }
    return possible;
  }
  std::int64_t difference() const {
    std::set<std::int64_t> shares;
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      shares.insert(share_of(kernel));
    }
    return *shares.rbegin() - *shares.begin();
  }

  /// What becomes of all where one more of a kernel is on an SM, and as few of a victim's leave there as can.
  std::optional<CtasBySm> with_one_more(std::size_t kernel, std::size_t sm, std::optional<std::size_t> victim) const {
    SlowOnDemand after = *this;
    ++after.ctas[kernel][sm];
    while (!after.is_possible(sm)) {
      if (!victim || after.ctas[*victim][sm] == 0) {
        return std::nullopt;
      }
      --after.ctas[*victim][sm];
    }
    return after.ctas;
  }
  /// The kernel's turn: whether it changes anything.
  bool takes_turn(std::size_t kernel) {
    const std::size_t sms = ctas[kernel].size();
    std::optional<CtasBySm> chosen;
    std::int64_t best = 0;
    for (std::size_t sm = 0; sm < sms; ++sm) {
      const auto after = with_one_more(kernel, sm, std::nullopt);
      if (after && (!chosen || share(taken_by(on(sm))) < best)) {
        chosen = after;
        best = share(taken_by(on(sm)));
      }
    }
    if (chosen) {
      ctas = *chosen;
      return true;
    }
    std::optional<std::size_t> victim;
    for (std::size_t other = 0; other < kernels.size(); ++other) {
      if (other != kernel && all(other) > 0 && (!victim || share_of(other) > share_of(*victim))) {
        victim = other;
      }
    }
    if (!victim || made_room.count(kernel) > 0) {
      return false;
    }
    for (std::size_t sm = 0; sm < sms; ++sm) {
      std::vector<std::int64_t> others = on(sm);
      others[kernel] = 0;
      const auto after = with_one_more(kernel, sm, victim);
      if (after && (!chosen || share(taken_by(others)) > best)) {
        chosen = after;
        best = share(taken_by(others));
      }
    }
    SlowOnDemand then = *this;
    then.ctas = chosen.value_or(ctas);
    if (then.difference() >= difference()) {
      return false;
    }
    made_room.insert(*victim);
    ctas = then.ctas;
    return true;
  }
  /// One step: whether anything changes.
  bool changes() {
    std::set<std::pair<std::int64_t, std::size_t>> order;
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      order.emplace(share_of(kernel), kernel);
    }
    return std::any_of(order.begin(), order.end(), [this](const auto& each) {
      return all(each.second) < most[each.second] && takes_turn(each.second);
    });
  }
};

SharingKernel any_kernel() {
  SharingKernel kernel = demanding(1 + *rc::gen::inRange<std::int64_t>(0, 30), *rc::gen::inRange<std::int64_t>(0, 30),
                                   *rc::gen::inRange<std::int64_t>(0, 30));
  kernel.per_sm = *rc::gen::element(2U, 5U, 64U);
  return kernel;
}

/// Kernels come, some at once, and now and then one goes.
RC_GTEST_PROP(CtasOnDemand, AreWhatTheirSentencesSay, ()) {
  const auto sms = *rc::gen::inRange<std::size_t>(1, 5);
  SlowOnDemand slow{.kernels = {}, .most = {}, .ctas = {}};
  for (int change = *rc::gen::inRange(1, 6); change > 0; --change) {
    if (slow.kernels.size() > 1 && *rc::gen::inRange(0, 3) == 0) {
      const auto gone = *rc::gen::inRange<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(slow.kernels.size()));
      slow.kernels.erase(slow.kernels.begin() + gone);
      slow.most.erase(slow.most.begin() + gone);
      slow.ctas.erase(slow.ctas.begin() + gone);
    } else {
      for (int more = *rc::gen::inRange(1, 4); more > 0; --more) {
        slow.kernels.push_back(any_kernel());
        slow.most.push_back(*rc::gen::element<std::int64_t>(1, 7, 1'000'000));
        slow.ctas.emplace_back(sms);
      }
    }
    const CtasBySm fast = ctas_on_demand(kOddSm, slow.kernels, slow.most, slow.ctas);
    slow.made_room.clear();
    while (slow.changes()) {
    }
    RC_ASSERT(fast == slow.ctas);
  }
}

RC_GTEST_PROP(CtasOnDemand, LeaveNoRoomThatAnyCouldTake, ()) {
  SlowOnDemand slow{.kernels = {}, .most = {}, .ctas = {}};
  for (int kernel = *rc::gen::inRange(2, 5); kernel > 0; --kernel) {
    slow.kernels.push_back(any_kernel());
    slow.most.push_back(1'000'000);
    slow.ctas.emplace_back(4);
  }
  slow.ctas = ctas_on_demand(kOddSm, slow.kernels, slow.most, slow.ctas);
  for (std::size_t kernel = 0; kernel < slow.kernels.size(); ++kernel) {
    for (std::size_t sm = 0; sm < 4; ++sm) {
      RC_ASSERT(slow.is_possible(sm));
      RC_ASSERT(!slow.with_one_more(kernel, sm, std::nullopt));
    }
  }
}

}  // namespace
}  // namespace warpshop::share
