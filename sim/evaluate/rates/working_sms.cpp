#include "sim/evaluate/rates/working_sms.hpp"

#include <algorithm>

namespace warpshop::evaluate {

void WorkingSms::begin(std::size_t kernels) {
  width_ = kernels + 1;
  working_.clear();
}

void WorkingSms::add(std::size_t kernel, const SmRange& range, bool still) {
  working_.push_back({.kernel = kernel, .on = range, .still = still ? kStill : 0});
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
  cells_.assign(spans_.size() * width_, 0);
  for (const auto& [kernel, on, still] : working_) {
    for (const Section& section : sections_of(on)) {
      std::uint32_t& its = cells_[index(section) * width_ + 1 + kernel];
      its = (its + on.ctas) | still;
    }
  }
  order_.clear();
  for (std::size_t section = 0; section < spans_.size(); ++section) {
    if (std::any_of(row(section), row(section + 1), [](std::uint32_t cell) { return cell > 0; })) {
      cells_[section * width_] = static_cast<std::uint32_t>(partition_of[spans_[section].first]);
      order_.push_back(section);
    }
  }
  const auto is_before = [this](std::size_t one, std::size_t other) {
    const std::uint32_t* const differs = std::mismatch(row(one), row(one) + width_, row(other)).first;
    return differs == row(one + 1) ? one < other : *differs < row(other)[differs - row(one)];
  };
  if (order_.size() > 1) {
    std::sort(order_.begin(), order_.end(), is_before);
  }
  kinds_.clear();
  for (const std::size_t section : order_) {
    if (kinds_.empty() || !std::equal(row(section), row(section + 1), row(kinds_.back().first))) {
      kinds_.push_back({.first = section});
    }
    kinds_.back().sms += spans_[section].sms;
    sections_[section].kind = kinds_.size() - 1;
  }
}

std::span<const WorkingSms::Section> WorkingSms::sections_of(const SmRange& range) const {
  const auto behind = [](std::uint32_t sm) { return [sm](const Section& each) { return each.span.first < sm; }; };
  const auto first = std::partition_point(sections_.begin(), sections_.end(), behind(range.first));
  return {first, std::partition_point(first, sections_.end(), behind(range.first + range.sms))};
}

void WorkingSms::add_to(WordsKey& key) const {
  for (const auto& [first, sms] : kinds_) {
    key.add(sms);
    for (std::size_t cell = 0; cell < width_; ++cell) {
      key.add(row(first)[cell]);
    }
  }
}

}  // namespace warpshop::evaluate
