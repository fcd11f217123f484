// SMs that hold the same, against each of them by itself.
#include "sim/share/sm_kinds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "sim/model/sm_room.hpp"

namespace warpshop::share {
namespace {

std::vector<std::uint32_t> on_sm(const CtasBySm& by_kernel, std::size_t sm) {
  std::vector<std::uint32_t> has;
  for (const std::vector<std::uint32_t>& its : by_kernel) {
    has.push_back(its[sm]);
  }
  return has;
}

CtasBySm any_ctas(std::size_t kernels, std::size_t sms) {
  CtasBySm ctas(kernels, std::vector<std::uint32_t>(sms));
  for (std::vector<std::uint32_t>& its : ctas) {
    for (std::uint32_t& on : its) {
      on = *rc::gen::inRange<std::uint32_t>(0, 3);
    }
  }
  return ctas;
}

RC_GTEST_PROP(BringAlikeTogether, ChangesPlacesOfThoseThatHadTheSameAlone, ()) {
  const auto kernels = *rc::gen::inRange<std::size_t>(1, 4);
  const auto sms = *rc::gen::inRange<std::size_t>(1, 30);
  const CtasBySm before = any_ctas(kernels, sms);
  const CtasBySm decided = any_ctas(kernels, sms);
  CtasBySm after = decided;
  bring_alike_together(before, after);
  using Changes = std::map<std::vector<std::uint32_t>, std::multiset<std::vector<std::uint32_t>>>;
  Changes wanted;
  Changes found;
  std::map<std::vector<std::uint32_t>, std::vector<std::vector<std::uint32_t>>> in_order;
  for (std::size_t sm = 0; sm < sms; ++sm) {
    wanted[on_sm(before, sm)].insert(on_sm(decided, sm));
    found[on_sm(before, sm)].insert(on_sm(after, sm));
    in_order[on_sm(before, sm)].push_back(on_sm(after, sm));
  }
  RC_ASSERT(wanted == found);
  for (const auto& [had, gets] : in_order) {
    RC_ASSERT(std::is_sorted(gets.begin(), gets.end()));
  }
}

RC_GTEST_PROP(SmsInOrder, ComeBackWhereverTheyAre, ()) {
  const auto kernels = *rc::gen::inRange<std::size_t>(1, 4);
  const auto sms = *rc::gen::inRange<std::uint32_t>(1, 30);
  const auto ranges = [](const CtasBySm& ctas) {
    std::vector<Allocation> all;
    std::transform(ctas.begin(), ctas.end(), std::back_inserter(all), [](const auto& its) { return in_ranges(its); });
    return all;
  };
  const CtasBySm ctas = any_ctas(kernels, sms);
  std::vector<std::size_t> order(sms);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return on_sm(ctas, a) < on_sm(ctas, b); });
  const SmsInOrder in_order(ranges(ctas), sms);
  const CtasBySm ordered = in_order.ordered();
  const CtasBySm decided = any_ctas(kernels, sms);
  for (std::size_t kernel = 0; kernel < kernels; ++kernel) {
    const std::vector<std::uint32_t> by_number =
        by_sm(in_order.by_number(in_ranges(decided[kernel])), static_cast<std::size_t>(sms));
    for (std::size_t place = 0; place < sms; ++place) {
      RC_ASSERT(ordered[kernel][place] == ctas[kernel][order[place]]);
      RC_ASSERT(by_number[order[place]] == decided[kernel][place]);
    }
  }
  evaluate::WordsKey key;
  evaluate::WordsKey of_ordered;
  in_order.add_to(key);
  SmsInOrder(ranges(ordered), sms).add_to(of_ordered);
  RC_ASSERT(key == of_ordered);
}

RC_GTEST_PROP(SmKinds, HoldWhatEachSmHolds, ()) {
  const auto kernels = *rc::gen::inRange<std::size_t>(1, 4);
  const auto sms = *rc::gen::inRange<std::size_t>(1, 30);
  CtasBySm each = any_ctas(kernels, sms);
  const auto sum = [](const std::vector<std::uint32_t>& has) {
    return std::accumulate(has.begin(), has.end(), std::uint32_t{0});
  };
  SmKinds<std::uint32_t> kinds(each, sum);
  for (int change = 0; change < 20; ++change) {
    const auto kernel = *rc::gen::inRange<std::size_t>(0, kernels);
    const auto may_be = [&](const auto& kind) { return kind.has[kernel] < 4; };
    const std::size_t chosen =
        kinds.best(may_be, [](const auto& one, const auto& other) { return one.about < other.about; });
    std::size_t least = sms;
    for (std::size_t sm = 0; sm < sms; ++sm) {
      if (each[kernel][sm] < 4 && (least == sms || sum(on_sm(each, sm)) < sum(on_sm(each, least)))) {
        least = sm;
      }
    }
    RC_ASSERT((chosen == kinds.all().size()) == (least == sms));
    if (least == sms) {
      return;
    }
    RC_ASSERT(kinds.all()[chosen].first() == least);
    kinds.change_first(
        chosen, [kernel](std::vector<std::uint32_t>& has) { ++has[kernel]; }, sum);
    ++each[kernel][least];
    RC_ASSERT(kinds.by_kernel() == each);
  }
}

}  // namespace
}  // namespace warpshop::share
