// CTAs as ranges of SMs that are alike, against the same SM by SM.
#include "sim/model/sm_room.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace warpshop {
namespace {

constexpr std::size_t kRoomSms = 12;
using CtasBySm = std::vector<std::uint32_t>;

/// Often the same on neighbouring SMs.
CtasBySm any_ctas(std::uint32_t most) {
  CtasBySm ctas;
  while (ctas.size() < kRoomSms) {
    ctas.insert(ctas.end(), *rc::gen::inRange<std::size_t>(1, 6), *rc::gen::inRange(0U, most + 1));
  }
  ctas.resize(kRoomSms);
  return ctas;
}

CtasBySm dealt_by_sm(std::int64_t count, const CtasBySm& wanted) {
  CtasBySm dealt(wanted.size());
  for (std::uint32_t round = 1; count > 0 && round <= *std::max_element(wanted.begin(), wanted.end()); ++round) {
    for (std::size_t sm = 0; sm < wanted.size(); ++sm) {
      if (wanted[sm] >= round && count > 0) {
        ++dealt[sm];
        --count;
      }
    }
  }
  return dealt;
}

TEST(SmRanges, SayWhatEachSmHas) {
  EXPECT_TRUE(rc::check("ranges of SMs", [] {
    const CtasBySm one = any_ctas(3);
    const CtasBySm other = any_ctas(3);
    RC_ASSERT(by_sm(in_ranges(one), kRoomSms) == one);
    CtasBySm both(kRoomSms);
    CtasBySm more(kRoomSms);
    std::int64_t all = 0;
    for (std::size_t sm = 0; sm < kRoomSms; ++sm) {
      both[sm] = one[sm] + other[sm];
      more[sm] = one[sm] > other[sm] ? one[sm] - other[sm] : 0;
      all += one[sm];
    }
    // As few ranges as there can be: what is the same is equal.
    RC_ASSERT(sum(in_ranges(one), in_ranges(other)) == in_ranges(both));
    RC_ASSERT(beyond(in_ranges(one), in_ranges(other)) == in_ranges(more));
    RC_ASSERT(ctas_of(in_ranges(one)) == all);
  }));
}

TEST(SmRanges, AreDealtRoundRobin) {
  EXPECT_TRUE(rc::check("dealt evenly", [] {
    const CtasBySm wanted = any_ctas(5);
    const std::int64_t count = *rc::gen::inRange(0, 70);
    RC_ASSERT(deal_evenly(count, in_ranges(wanted)) == in_ranges(dealt_by_sm(count, wanted)));
  }));
}

TEST(SmRoom, HasWhatIsLeftOfEachSm) {
  constexpr std::uint32_t kMost = 7;  // CTAs that an SM has the registers for
  const SmModel sm_model{
      .chip = {}, .count = kRoomSms, .registers = 1000 * kMost + 999, .shared_memory = {}, .threads = 2048, .ctas = 16};
  const SmResources cta{.ctas = 1, .threads = 128, .registers = 1000, .shared_memory = {}};
  EXPECT_TRUE(rc::check("room of SMs", [&] {
    SmRoom room(sm_model);
    CtasBySm taken(kRoomSms);
    for (int step = 0; step < 8; ++step) {
      const CtasBySm wanted = any_ctas(kMost);
      const std::int64_t count = *rc::gen::inRange(0, 60);
      CtasBySm fits(kRoomSms);
      for (std::size_t sm = 0; sm < kRoomSms; ++sm) {
        fits[sm] = std::min(wanted[sm], kMost - taken[sm]);
      }
      const CtasBySm expected = dealt_by_sm(count, fits);
      const Allocation dealt = room.deal(count, cta, in_ranges(wanted));
      RC_ASSERT(dealt == in_ranges(expected));
      room.take(dealt, cta);
      CtasBySm leave = any_ctas(kMost);
      for (std::size_t sm = 0; sm < kRoomSms; ++sm) {
        taken[sm] += expected[sm];
        leave[sm] = std::min(leave[sm], taken[sm]);
        taken[sm] -= leave[sm];
      }
      room.give_back(in_ranges(leave), cta);
    }
  }));
}

}  // namespace
}  // namespace warpshop
