#include "sim/share/sm_kinds.hpp"

namespace warpshop::share {
namespace {

/// Whether one SM has less than another, of the first kernel of which they have not as much.
bool has_less(const CtasBySm& by_kernel, std::uint32_t one, std::uint32_t other) {
  const auto differs = std::find_if(by_kernel.begin(), by_kernel.end(),
                                    [=](const std::vector<std::uint32_t>& its) { return its[one] != its[other]; });
  return differs != by_kernel.end() && (*differs)[one] < (*differs)[other];
}

/// In the order of what they have.
void sort(std::vector<SmSpan>& spans, const CtasBySm& by_kernel) {
  std::stable_sort(spans.begin(), spans.end(),
                   [&](const SmSpan& one, const SmSpan& other) { return has_less(by_kernel, one.first, other.first); });
}

}  // namespace

SmsInOrder::SmsInOrder(const CtasBySm& by_kernel) {
  AlikeSms alike;
  for (const std::vector<std::uint32_t>& its : by_kernel) {
    alike.add(its);
  }
  places_ = alike.spans();
  sms_ = places_.empty() ? 0 : places_.back().first + places_.back().sms;
  sort(places_, by_kernel);
}

void SmsInOrder::add_to(evaluate::WordsKey& key, const CtasBySm& by_kernel) const {
  for (auto first = places_.begin(), last = first; first != places_.end(); first = last) {
    std::uint32_t sms = 0;
    for (; last != places_.end() && !has_less(by_kernel, first->first, last->first); ++last) {
      sms += last->sms;
    }
    key.add(sms);
    for (const std::vector<std::uint32_t>& its : by_kernel) {
      key.add(its[first->first]);
    }
  }
}

std::vector<std::uint32_t> SmsInOrder::ordered(const std::vector<std::uint32_t>& by_number) const {
  std::vector<std::uint32_t> ordered;
  ordered.reserve(by_number.size());
  for (const SmSpan& place : places_) {
    const auto first = by_number.begin() + place.first;
    ordered.insert(ordered.end(), first, first + place.sms);
  }
  return ordered;
}

std::vector<std::uint32_t> SmsInOrder::by_number(const Allocation& ordered) const {
  std::vector<std::uint32_t> by_number(sms_);
  std::uint32_t before = 0;  // the place, in this order
  auto place = places_.begin();
  for (SmRange range : ordered) {
    while (range.sms > 0) {
      for (; before + place->sms <= range.first; ++place) {
        before += place->sms;
      }
      const std::uint32_t from = range.first - before;
      const std::uint32_t sms = std::min(range.sms, place->sms - from);
      std::fill_n(by_number.begin() + place->first + from, sms, range.ctas);
      range.first += sms;
      range.sms -= sms;
    }
  }
  return by_number;
}

void bring_alike_together(const CtasBySm& before, CtasBySm& after) {
  AlikeSms alike;
  for (std::size_t kernel = 0; kernel < before.size(); ++kernel) {
    alike.add(before[kernel]);
    alike.add(after[kernel]);
  }
  std::vector<SmSpan> places = alike.spans();
  std::stable_sort(places.begin(), places.end(),
                   [&](const SmSpan& one, const SmSpan& other) { return has_less(before, one.first, other.first); });
  const CtasBySm decided = after;
  for (auto first = places.begin(), last = first; first != places.end(); first = last) {
    last = std::find_if(first, places.end(),
                        [&](const SmSpan& each) { return has_less(before, first->first, each.first); });
    std::vector<SmSpan> sorted(first, last);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const SmSpan& one, const SmSpan& other) { return has_less(decided, one.first, other.first); });
    auto from = sorted.begin();
    for (auto place = first; place != last; ++place) {
      for (std::uint32_t sm = place->first; sm < place->first + place->sms; ++sm) {
        for (std::size_t kernel = 0; kernel < after.size(); ++kernel) {
          after[kernel][sm] = decided[kernel][from->first];
        }
        from += --from->sms == 0 ? 1 : 0;
      }
    }
  }
}

}  // namespace warpshop::share
