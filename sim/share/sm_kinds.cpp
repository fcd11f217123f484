#include "sim/share/sm_kinds.hpp"

#include "sim/model/sm_room.hpp"

namespace warpshop::share {
namespace {

/// Whether one SM has less than another, of the first kernel of which they have not as much.
bool has_less(const CtasBySm& by_kernel, std::uint32_t one, std::uint32_t other) {
  const auto differs = std::find_if(by_kernel.begin(), by_kernel.end(),
                                    [=](const std::vector<std::uint32_t>& its) { return its[one] != its[other]; });
  return differs != by_kernel.end() && (*differs)[one] < (*differs)[other];
}

/// In the order of what they have.
void sort_by_content(std::vector<SmSpan>& spans, const CtasBySm& by_kernel) {
  std::stable_sort(spans.begin(), spans.end(),
                   [&](const SmSpan& one, const SmSpan& other) { return has_less(by_kernel, one.first, other.first); });
}

}  // namespace

SmsInOrder::SmsInOrder(std::span<const Allocation> by_kernel, std::uint32_t sms)
    : kernels_(by_kernel.size()), sms_(sms) {
  AlikeSms alike;
  for (const Allocation& its : by_kernel) {
    alike.add(its);
  }
  alike.add({.first = 0, .sms = sms});
  for (const SmSpan& span : alike.spans()) {
    places_.push_back({.span = span, .has = has_.size()});
    has_.resize(has_.size() + kernels_);
  }
  for (std::size_t kernel = 0; kernel < kernels_; ++kernel) {
    auto place = places_.begin();
    for (const SmRange& range : by_kernel[kernel]) {
      for (; place != places_.end() && place->span.first < range.first + range.sms; ++place) {
        has_[place->has + kernel] = place->span.first < range.first ? 0 : range.ctas;
      }
    }
  }
  std::stable_sort(places_.begin(), places_.end(),
                   [this](const Place& one, const Place& other) { return has_less(one, other); });
}

bool SmsInOrder::has_less(const Place& one, const Place& other) const {
  const auto its = has_.begin() + static_cast<std::ptrdiff_t>(one.has);
  const auto end = its + static_cast<std::ptrdiff_t>(kernels_);
  const auto others = has_.begin() + static_cast<std::ptrdiff_t>(other.has);
  return std::lexicographical_compare(its, end, others, others + static_cast<std::ptrdiff_t>(kernels_));
}

void SmsInOrder::add_to(evaluate::WordsKey& key) const {
  for (auto first = places_.begin(), last = first; first != places_.end(); first = last) {
    std::uint32_t sms = 0;
    for (; last != places_.end() && !has_less(*first, *last); ++last) {
      sms += last->span.sms;
    }
    key.add(sms);
    for (std::size_t kernel = 0; kernel < kernels_; ++kernel) {
      key.add(has_[first->has + kernel]);
    }
  }
}

CtasBySm SmsInOrder::ordered() const {
  CtasBySm ordered(kernels_);
  for (std::size_t kernel = 0; kernel < kernels_; ++kernel) {
    ordered[kernel].reserve(sms_);
    for (const Place& place : places_) {
      ordered[kernel].insert(ordered[kernel].end(), place.span.sms, has_[place.has + kernel]);
    }
  }
  return ordered;
}

Allocation SmsInOrder::by_number(const Allocation& ordered) const {
  Allocation found;
  std::uint32_t before = 0;  // the place, in this order
  auto place = places_.begin();
  for (SmRange range : ordered) {
    while (range.sms > 0) {
      for (; before + place->span.sms <= range.first; ++place) {
        before += place->span.sms;
      }
      const std::uint32_t from = range.first - before;
      const std::uint32_t sms = std::min(range.sms, place->span.sms - from);
      found.push_back({.first = place->span.first + from, .sms = sms, .ctas = range.ctas});
      range.first += sms;
      range.sms -= sms;
    }
  }
  std::sort(found.begin(), found.end(),
            [](const SmRange& one, const SmRange& other) { return one.first < other.first; });
  Allocation merged;
  for (const SmRange& range : found) {
    append(merged, range);
  }
  return merged;
}

void bring_alike_together(const CtasBySm& before, CtasBySm& after) {
  AlikeSms alike;
  for (std::size_t kernel = 0; kernel < before.size(); ++kernel) {
    alike.add(before[kernel]);
    alike.add(after[kernel]);
  }
  std::vector<SmSpan> places = alike.spans();
  sort_by_content(places, before);
  const CtasBySm decided = after;
  for (auto first = places.begin(), last = first; first != places.end(); first = last) {
    last = std::find_if(first, places.end(),
                        [&](const SmSpan& each) { return has_less(before, first->first, each.first); });
    std::vector<SmSpan> sorted(first, last);
    sort_by_content(sorted, decided);
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
