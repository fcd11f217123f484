// What works on SMs, against a table of every SM by itself.
#include "sim/evaluate/rates/working_sms.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace warpshop::evaluate {
namespace {

constexpr std::uint32_t kTableSms = 12;
constexpr std::uint32_t kFirstOfSecond = 5;  // SMs of two partitions

/// By SM and kernel: CTAs, and whether they stand still.
using Table = std::vector<std::vector<std::pair<std::uint32_t, bool>>>;

std::vector<std::size_t> partitions() {
  std::vector<std::size_t> of_sm(kTableSms, 0);
  for (std::uint32_t sm = kFirstOfSecond; sm < kTableSms; ++sm) {
    of_sm[sm] = 1;
  }
  return of_sm;
}

/// The same CTAs, with SMs in another order within each partition.
Table turned(const Table& table) {
  Table other = table;
  std::reverse(other.begin(), other.begin() + kFirstOfSecond);
  std::reverse(other.begin() + kFirstOfSecond, other.end());
  return other;
}

void add_all(const Table& table, WorkingSms& sms) {
  sms.begin();
  for (std::uint32_t kernel = 0; kernel < table.front().size(); ++kernel) {
    for (std::uint32_t sm = 0; sm < kTableSms; ++sm) {
      if (const auto [ctas, still] = table[sm][kernel]; ctas > 0) {
        sms.add(kernel, {.first = sm, .sms = 1, .ctas = ctas}, still);
      }
    }
  }
  const std::vector<std::size_t> of_sm = partitions();
  sms.find(std::vector<std::uint32_t>{kFirstOfSecond}, of_sm);
}

WordsKey key_of(const WorkingSms& sms) {
  WordsKey key;
  sms.add_to(key);
  return key;
}

RC_GTEST_PROP(WorkingSms, AreOfOneKindWhereTheSameWorks, ()) {
  const auto kernels = *rc::gen::inRange<std::size_t>(1, 4);
  Table table(kTableSms);
  for (auto& row : table) {
    for (std::size_t kernel = 0; kernel < kernels; ++kernel) {
      row.emplace_back(*rc::gen::inRange<std::uint32_t>(0, 3), *rc::gen::arbitrary<bool>());
    }
  }
  WorkingSms sms;
  add_all(table, sms);
  std::map<std::pair<std::size_t, std::vector<std::pair<std::uint32_t, bool>>>, std::uint32_t> kinds;
  const std::vector<std::size_t> of_sm = partitions();
  for (std::uint32_t sm = 0; sm < kTableSms; ++sm) {
    auto row = table[sm];
    bool any = false;
    for (auto& [ctas, still] : row) {
      still = still && ctas > 0;
      any |= ctas > 0;
    }
    if (any) {
      ++kinds[{of_sm[sm], row}];
    }
  }
  RC_ASSERT(sms.kinds().size() == kinds.size());
  std::uint32_t covered = 0;
  for (const WorkingSms::Section& section : sms.sections()) {
    for (std::uint32_t sm = section.span.first; sm < section.span.first + section.span.sms; ++sm, ++covered) {
      RC_ASSERT(sm == covered);
      std::vector<CtasOnSm> there;
      for (std::uint32_t kernel = 0; kernel < kernels; ++kernel) {
        if (const auto [ctas, still] = table[sm][kernel]; ctas > 0) {
          there.push_back({.kernel = kernel, .ctas = ctas, .still = still});
        }
      }
      RC_ASSERT((section.kind == WorkingSms::kNoKind) == there.empty());
      if (there.empty()) {
        continue;
      }
      const WorkingSms::Kind& kind = sms.kinds()[section.kind];
      RC_ASSERT(std::vector<CtasOnSm>(kind.kernels.begin(), kind.kernels.end()) == there);
      RC_ASSERT(kind.partition == of_sm[sm]);
      for (std::size_t i = 0; i < there.size(); ++i) {
        const SmRange all{.first = section.span.first, .sms = section.span.sms, .ctas = there[i].ctas};
        std::size_t visits = 0;
        sms.for_each_place(all, there[i].kernel, [&](std::size_t place, double times) {
          ++visits;
          RC_ASSERT(place == kind.place + i);
          RC_ASSERT(times == section.span.sms);
        });
        RC_ASSERT(visits == 1U);
      }
    }
  }
  std::uint32_t in_kinds = 0;
  std::size_t places = 0;
  std::size_t partition = 0;
  for (const WorkingSms::Kind& kind : sms.kinds()) {
    RC_ASSERT(kind.place == places);
    RC_ASSERT(partition <= kind.partition);
    in_kinds += kind.sms;
    places += kind.kernels.size();
    partition = kind.partition;
  }
  RC_ASSERT(sms.places() == places);
  std::uint32_t with_work = 0;
  for (const auto& [row, count] : kinds) {
    with_work += count;
  }
  RC_ASSERT(in_kinds == with_work);

  WorkingSms elsewhere;
  add_all(turned(table), elsewhere);
  RC_ASSERT(key_of(elsewhere) == key_of(sms));
  table[0][0].first = table[0][0].first == 0 ? 1 : 0;
  add_all(table, elsewhere);
  RC_ASSERT(!(key_of(elsewhere) == key_of(sms)));
}

TEST(WorkingSms, RangesOfOneKernelThatMeetAddUp) {
  WorkingSms sms;
  sms.begin();
  sms.add(0, {.first = 0, .sms = 4, .ctas = 2}, false);
  sms.add(0, {.first = 2, .sms = 4, .ctas = 1}, false);
  const std::vector<std::size_t> one_partition(8, 0);
  sms.find({}, one_partition);
  ASSERT_EQ(sms.kinds().size(), 3U);
  // On two SMs it has these alone, on two more others as well: of those it has 3 CTAs on each.
  std::vector<double> times_of_first;
  sms.for_each_place({.first = 0, .sms = 4, .ctas = 2}, 0,
                     [&](std::size_t /*place*/, double times) { times_of_first.push_back(times); });
  EXPECT_EQ(times_of_first, (std::vector<double>{2, 2 * 2 / 3.0}));
}

}  // namespace
}  // namespace warpshop::evaluate
