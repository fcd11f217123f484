#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "sim/model/share.hpp"
#include "sim/model/sm_runs.hpp"

namespace warpshop {

/// Neighbouring SMs.
struct SmSpan {
  std::uint32_t first = 0;
  std::uint32_t sms = 0;
};

/// Where the neighbours end that have the same as the SM `first`. by_sm: plain values.
template <class Value>
std::uint32_t end_of_like(const std::vector<Value>& by_sm, std::uint32_t first) {
  const Value* const begin = by_sm.data() + first;
  const Value* const end = by_sm.data() + by_sm.size();
  if (std::memcmp(begin, begin + 1, static_cast<std::size_t>(end - begin - 1) * sizeof(Value)) == 0) {
    return static_cast<std::uint32_t>(by_sm.size());  // mostly all the rest
  }
  return static_cast<std::uint32_t>(std::find_if(begin, end, [&](const Value& each) { return each != *begin; }) -
                                    by_sm.data());
}

/// Neighbouring SMs on which several things are the same: what is decided of the first of them holds for all.
class AlikeSms {
 public:
  /// What changes where a thing does.
  template <class Value>
  void add(const std::vector<Value>& by_sm) {
    for (std::uint32_t sm = 0; sm < by_sm.size();) {
      sm = end_of_like(by_sm, sm);
      add_end(sm);
    }
  }
  void add(const SmSpan& span) {
    add_end(span.first);
    add_end(span.first + span.sms);
  }
  void add(const Allocation& ranges) {
    for (const SmRange& range : ranges) {
      add({.first = range.first, .sms = range.sms});
    }
  }
  /// Where runs end, of which none then is as the one before it.
  template <class Value>
  void add(SmRuns<Value>& by_sm) {
    by_sm.merge();
    for (const auto& run : by_sm.all()) {
      add_end(run.end);
    }
  }
  void add_end(std::uint32_t sm) {
    if (sm / kBits >= ends_.size()) {
      ends_.resize(sm / kBits + 1);
    }
    ends_[sm / kBits] |= std::uint64_t{1} << sm % kBits;
  }

  /// In order, of all SMs up to the last that anything was said of.
  std::vector<SmSpan> spans() {
    std::vector<SmSpan> spans;
    take(spans);
    return spans;
  }
  /// The same, instead of what is there; nothing has been said of any SM then.
  void take(std::vector<SmSpan>& spans) {
    spans.clear();
    std::uint32_t first = 0;
    for (std::uint32_t word = 0; word < ends_.size(); ++word) {
      for (std::uint64_t rest = std::exchange(ends_[word], 0); rest != 0; rest &= rest - 1) {
        const std::uint32_t end = word * kBits + static_cast<std::uint32_t>(std::countr_zero(rest));
        if (end > 0) {
          spans.push_back({.first = first, .sms = end - first});
        }
        first = end;
      }
    }
  }

 private:
  static constexpr std::uint32_t kBits = 64;

  std::vector<std::uint64_t> ends_ = {};  ///< a bit for each SM that is the first behind a span
};

/// visit(range, position of a span): those spans that ranges have, which have `first` and `sms` and are in order; none
/// has a part of a span alone.
template <class Ranges, class Visit>
void for_each_span(const Ranges& ranges, const std::vector<SmSpan>& spans, const Visit& visit) {
  std::size_t span = 0;
  for (const auto& range : ranges) {
    for (; span < spans.size() && spans[span].first < range.first + range.sms; ++span) {
      if (spans[span].first >= range.first) {
        visit(range, span);
      }
    }
  }
}

}  // namespace warpshop
