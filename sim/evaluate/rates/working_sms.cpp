#include "sim/evaluate/rates/working_sms.hpp"

#include <algorithm>
#include <compare>
#include <iterator>

namespace warpshop::evaluate {

void WorkingSms::fill_in() {
  on_section_.assign(sections_.size(), {});
  for (Working& each : working_) {
    const std::span<const Section> its = sections_of(each.on);
    each.first_section = static_cast<std::size_t>(its.data() - sections_.data());
    each.last_section = each.first_section + its.size();
    for (std::size_t section = each.first_section; section < each.last_section; ++section) {
      ++on_section_[section].kernels;
    }
  }
  std::size_t begin = 0;
  for (There& there : on_section_) {
    there.begin = begin;
    begin += there.kernels;
    there.kernels = 0;
  }
  there_.resize(begin);
  for (const Working& each : working_) {
    for (std::size_t section = each.first_section; section < each.last_section; ++section) {
      There& there = on_section_[section];
      CtasOnSm* const next = there_.data() + there.begin + there.kernels;
      if (there.kernels > 0 && (next - 1)->kernel == each.its.kernel) {
        (next - 1)->ctas += each.its.ctas;
      } else {
        *next = each.its;
        ++there.kernels;
      }
    }
  }
}

void WorkingSms::find(std::span<const std::uint32_t> ends, std::span<const std::size_t> partition_of) {
  for (const std::uint32_t end : ends) {
    alike_.add_end(end);
  }
  for (const Working& each : working_) {
    alike_.add({.first = each.on.first, .sms = each.on.sms});
  }
  alike_.take(spans_);
  sections_.resize(spans_.size());
  std::transform(spans_.begin(), spans_.end(), sections_.begin(), [](const SmSpan& span) { return Section{span}; });
  fill_in();
  order_.clear();
  for (std::size_t section = 0; section < sections_.size(); ++section) {
    if (on_section_[section].kernels > 0) {
      order_.push_back(section);
    }
  }
  const auto compare = [&](std::size_t one, std::size_t other) {
    const auto by_partition = partition_of[spans_[one].first] <=> partition_of[spans_[other].first];
    const auto its = there(one);
    const auto others = there(other);
    return by_partition != 0
               ? by_partition
               : std::lexicographical_compare_three_way(its.begin(), its.end(), others.begin(), others.end());
  };
  if (order_.size() > 1) {
    std::sort(order_.begin(), order_.end(), [&](std::size_t one, std::size_t other) {
      const auto order = compare(one, other);
      return order != 0 ? order < 0 : one < other;
    });
  }
  kinds_.clear();
  std::size_t place = 0;
  for (auto section = order_.begin(); section != order_.end(); ++section) {
    if (kinds_.empty() || compare(*std::prev(section), *section) != 0) {
      kinds_.push_back({.partition = partition_of[spans_[*section].first], .place = place, .kernels = there(*section)});
      place += kinds_.back().kernels.size();
    }
    kinds_.back().sms += spans_[*section].sms;
    sections_[*section].kind = kinds_.size() - 1;
  }
}

std::span<const WorkingSms::Section> WorkingSms::sections_of(const SmRange& range) const {
  const auto behind = [](std::uint32_t sm) { return [sm](const Section& each) { return each.span.first < sm; }; };
  const auto first = std::partition_point(sections_.begin(), sections_.end(), behind(range.first));
  return {first, std::partition_point(first, sections_.end(), behind(range.first + range.sms))};
}

void WorkingSms::add_to(WordsKey& key) const {
  for (const Kind& kind : kinds_) {
    key.add(std::uint64_t{kind.sms} << 32 | kind.kernels.size()).add(kind.partition);
    for (const CtasOnSm& each : kind.kernels) {
      key.add(std::uint64_t{each.kernel} << 32 | std::uint64_t{each.still} << 31 | each.ctas);
    }
  }
}

}  // namespace warpshop::evaluate
