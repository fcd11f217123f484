#include "sim/study/clients/fewest_groups.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace warpshop::study {
namespace {

using Counts = std::vector<std::size_t>;  // members by kind

/// Whether everybody of one is in the other.
bool is_part(const Counts& part, const Counts& whole) {
  return std::equal(part.begin(), part.end(), whole.begin(), std::less_equal{});
}

class Deals {
 public:
  Deals(const std::vector<std::size_t>& kind, const std::function<bool(const Group&)>& will_do)
      : kind_(kind), kinds_(*std::max_element(kind.begin(), kind.end()) + 1), will_do_(will_do), order_(kind.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return kind_[a] < kind_[b]; });
  }

  /// Everybody in so many groups at most.
  std::optional<std::vector<Group>> in(std::size_t groups) {
    dealt_.clear();
    failed_.clear();
    return deal(0, groups) ? std::optional(dealt_) : std::nullopt;
  }

 private:
  bool deal(std::size_t next, std::size_t groups) {
    if (next == order_.size()) {
      return true;
    }
    std::multiset<Counts> state;
    std::transform(dealt_.begin(), dealt_.end(), std::inserter(state, state.end()),
                   [&](const Group& group) { return counts_of(group); });
    if (failed_.contains(state)) {
      return false;
    }
    for (std::size_t i = 0; i < std::min(groups, dealt_.size() + 1); ++i) {
      const bool is_new = i == dealt_.size();
      if (is_new) {
        dealt_.emplace_back();
      }
      dealt_[i].push_back(order_[next]);
      if (will_do(dealt_[i]) && deal(next + 1, groups)) {
        return true;
      }
      dealt_[i].pop_back();
      if (is_new) {
        dealt_.pop_back();
      }
    }
    failed_.insert(std::move(state));
    return false;
  }

  Counts counts_of(const Group& group) const {
    Counts counts(kinds_);
    for (const std::size_t member : group) {
      ++counts[kind_[member]];
    }
    return counts;
  }

  bool will_do(Group group) {
    const Counts counts = counts_of(group);
    if (std::any_of(do_.begin(), do_.end(), [&](const Counts& whole) { return is_part(counts, whole); })) {
      return true;
    }
    if (std::any_of(do_not_.begin(), do_not_.end(), [&](const Counts& part) { return is_part(part, counts); })) {
      return false;
    }
    std::sort(group.begin(), group.end());
    const bool will = will_do_(group);
    (will ? do_ : do_not_).push_back(counts);
    return will;
  }

  const std::vector<std::size_t>& kind_;
  std::size_t kinds_;
  const std::function<bool(const Group&)>& will_do_;
  Group order_;  ///< in which they are dealt: kind by kind
  std::vector<Group> dealt_;
  std::set<std::multiset<Counts>> failed_;  ///< what was dealt when the rest found no place
  std::vector<Counts> do_, do_not_;
};

}  // namespace

std::optional<std::vector<Group>> fewest_groups(const std::vector<std::size_t>& kind, std::size_t most,
                                                const std::function<bool(const Group&)>& will_do) {
  Deals deals(kind, will_do);
  for (std::size_t groups = 1; groups <= std::min(most, kind.size()); ++groups) {
    if (auto found = deals.in(groups)) {
      for (Group& group : *found) {
        std::sort(group.begin(), group.end());
      }
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace warpshop::study
