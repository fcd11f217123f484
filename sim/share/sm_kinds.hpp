#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/model/alike_sms.hpp"
#include "sim/model/share.hpp"

namespace warpshop::share {

/// By kernel and SM: how many CTAs it has there, or whether it is there at all (1).
using CtasBySm = std::vector<std::vector<std::uint32_t>>;

/// SMs that hold the same are of one kind: what is true of one of them is true of all. `About` is what follows from
/// what they hold.
template <class About>
class SmKinds {
 public:
  struct Kind {
    std::vector<std::uint32_t> has = {};  ///< of each kernel, on each SM
    About about = {};
    std::vector<std::uint32_t> sms = {};  ///< in falling order
    std::uint32_t first() const { return sms.back(); }
  };

  /// about(has): what follows from that.
  template <class MakeAbout>
  SmKinds(const CtasBySm& by_kernel, const MakeAbout& about) : sms_(by_kernel.empty() ? 0 : by_kernel.front().size()) {
    has_.resize(by_kernel.size());
    for (std::size_t sm = sms_; sm-- > 0;) {
      std::transform(by_kernel.begin(), by_kernel.end(), has_.begin(), [sm](const auto& its) { return its[sm]; });
      add(static_cast<std::uint32_t>(sm), about);
    }
  }

  const std::vector<Kind>& all() const { return kinds_; }
  /// The kind that is best where is_better(kind, other), of those that may be chosen, and of equals the one that has
  /// the first SM; how many kinds there are: none.
  template <class MayBe, class IsBetter>
  std::size_t best(const MayBe& may_be, const IsBetter& is_better) const {
    std::size_t found = kinds_.size();
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (!may_be(kinds_[kind])) {
        continue;
      }
      if (found == kinds_.size() || is_better(kinds_[kind], kinds_[found]) ||
          (!is_better(kinds_[found], kinds_[kind]) && kinds_[kind].first() < kinds_[found].first())) {
        found = kind;
      }
    }
    return found;
  }

  /// change(has): what the first SM of a kind has from now on.
  template <class Change, class MakeAbout>
  void change_first(std::size_t kind, const Change& change, const MakeAbout& about) {
    has_ = kinds_[kind].has;
    change(has_);
    const std::uint32_t sm = kinds_[kind].first();
    kinds_[kind].sms.pop_back();
    if (kinds_[kind].sms.empty()) {
      std::swap(kinds_[kind], kinds_.back());
      kinds_.pop_back();
    }
    add(sm, about);
  }

  CtasBySm by_kernel() const {
    CtasBySm all(has_.size(), std::vector<std::uint32_t>(sms_));
    for (const Kind& kind : kinds_) {
      for (std::size_t kernel = 0; kernel < all.size(); ++kernel) {
        for (const std::uint32_t sm : kind.sms) {
          all[kernel][sm] = kind.has[kernel];
        }
      }
    }
    return all;
  }

 private:
  /// An SM that has what has_ says.
  template <class MakeAbout>
  void add(std::uint32_t sm, const MakeAbout& about) {
    auto kind = std::find_if(kinds_.begin(), kinds_.end(), [this](const Kind& each) { return each.has == has_; });
    if (kind == kinds_.end()) {
      kind = kinds_.insert(kinds_.end(), Kind{.has = has_, .about = about(has_)});
    }
    kind->sms.insert(std::lower_bound(kind->sms.begin(), kind->sms.end(), sm, std::greater<>()), sm);
  }

  std::size_t sms_;
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> has_;  ///< of an SM that changes
};

/// SMs in the order of what they have, of equals by their numbers. What is decided for SMs in this order depends on how
/// many have what, wherever these are: so it comes back.
class SmsInOrder {
 public:
  /// by_kernel: what each has. sms: how many there are.
  SmsInOrder(std::span<const Allocation> by_kernel, std::uint32_t sms);

  /// How many have what.
  void add_to(evaluate::WordsKey& key) const;
  /// What they have, in this order.
  CtasBySm ordered() const;
  /// What SMs in this order get as what these SMs do.
  Allocation by_number(const Allocation& ordered) const;

 private:
  struct Place {
    SmSpan span = {};
    std::size_t has = 0;  ///< where in has_ the first kernel's is
  };
  /// Whether the SMs of one have less than those of another, of the first kernel of which they have not as much.
  bool has_less(const Place& one, const Place& other) const;

  std::size_t kernels_;
  std::uint32_t sms_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> has_;  ///< by place, as they are numbered, and kernel
};

/// after: what a decision makes of `before`. Which of the SMs that had the same gets what is all the same to it: those
/// that are to have the same become neighbours, so that there are few runs of these.
void bring_alike_together(const CtasBySm& before, CtasBySm& after);

}  // namespace warpshop::share
