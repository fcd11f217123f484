#include "sim/share/ctas_on_demand.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

#include "sim/share/dominant_shares.hpp"
#include "sim/share/sm_kinds.hpp"

namespace warpshop::share {
namespace {

/// What CTAs on an SM take.
struct TakenRoom {
  SmResources taken = {};
  Portion share = {};  ///< rSM
};
using RoomKinds = SmKinds<TakenRoom>;

struct TakenBy {
  const SmResources& sm;
  std::span<const SharingKernel> kernels;
  TakenRoom operator()(const std::vector<std::uint32_t>& ctas) const {
    SmResources taken;
    for (std::size_t kernel = 0; kernel < ctas.size(); ++kernel) {
      taken = plus(taken, times(kernels[kernel].cta, ctas[kernel]));
    }
    return {.taken = taken, .share = dominant_share(taken, sm)};
  }
};

/// The CTAs of all kernels, as they change.
class CtasAsTheyMove {
 public:
  /// Keeps references.
  CtasAsTheyMove(const SmResources& sm, std::span<const SharingKernel> kernels, std::span<const std::int64_t> most,
                 const CtasBySm& ctas)
      : sm_(sm),
        sms_(ctas.empty() ? 0 : static_cast<std::int64_t>(ctas.front().size())),
        kernels_(kernels),
        most_(most),
        taken_by_{.sm = sm, .kernels = kernels},
        kinds_(ctas, taken_by_),
        has_made_room_(kernels.size()),
        by_share_(kernels.size()) {
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      all_.push_back(std::accumulate(ctas[kernel].begin(), ctas[kernel].end(), std::int64_t{0}));
      shares_.push_back(share_of(kernel, all_[kernel]));
    }
  }

  /// Whether anything changes.
  bool step() {
    std::iota(by_share_.begin(), by_share_.end(), std::size_t{0});
    std::sort(by_share_.begin(), by_share_.end(), [&](std::size_t a, std::size_t b) {
      return shares_[a] < shares_[b] || (!(shares_[b] < shares_[a]) && a < b);
    });
    return std::any_of(by_share_.begin(), by_share_.end(), [&](std::size_t kernel) {
      return all_[kernel] < most_[kernel] && (takes_room(kernel) || takes_room_of_others(kernel));
    });
  }

  CtasBySm ctas() const { return kinds_.by_kernel(); }

 private:
  /// rK of so many CTAs.
  Portion share_of(std::size_t kernel, std::int64_t ctas) const {
    return dominant_share(times(kernels_[kernel].cta, ctas), sm_, sms_);
  }
  /// max rK - min rK.
  static double difference(std::span<const Portion> shares) {
    const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
    return most->value() - least->value();
  }
  /// On the first SM of a kind a kernel has one CTA more, and a victim so many fewer.
  void change(std::size_t kind, std::size_t kernel, std::size_t victim, std::int64_t leave) {
    kinds_.change_first(
        kind,
        [&](std::vector<std::uint32_t>& ctas) {
          ctas[victim] -= static_cast<std::uint32_t>(leave);
          ++ctas[kernel];
        },
        taken_by_);
    all_[victim] -= leave;
    ++all_[kernel];
    shares_[victim] = share_of(victim, all_[victim]);
    shares_[kernel] = share_of(kernel, all_[kernel]);
  }

  bool takes_room(std::size_t kernel) {
    const auto fits = [&](const RoomKinds::Kind& kind) {
      return kind.has[kernel] < kernels_[kernel].per_sm && within(plus(kind.about.taken, kernels_[kernel].cta), sm_);
    };
    const auto is_emptier = [](const RoomKinds::Kind& one, const RoomKinds::Kind& other) {
      return one.about.share < other.about.share;
    };
    const std::size_t place = kinds_.best(fits, is_emptier);
    if (place == kinds_.all().size()) {
      return false;
    }
    change(place, kernel, kernel, 0);
    return true;
  }

  bool takes_room_of_others(std::size_t kernel) {
    const std::optional<std::size_t> victim = has_made_room_[kernel] ? std::nullopt : with_most(kernel);
    const std::size_t place = victim ? place_of(*victim, kernel) : kinds_.all().size();
    if (place == kinds_.all().size()) {
      return false;
    }
    const SmResources with = plus(kinds_.all()[place].about.taken, kernels_[kernel].cta);
    std::int64_t leave = 0;
    while (!within(plus(with, times(kernels_[*victim].cta, -leave)), sm_)) {
      ++leave;
    }
    std::vector<Portion> after = shares_;
    after[kernel] = share_of(kernel, all_[kernel] + 1);
    after[*victim] = share_of(*victim, all_[*victim] - leave);
    constexpr double kEven = 1e-12;  // shares that are that close are equal
    if (!(difference(after) < difference(shares_) - kEven)) {
      return false;
    }
    has_made_room_[*victim] = true;
    change(place, kernel, *victim, leave);
    return true;
  }
  /// The kernel with the most rK but one.
  std::optional<std::size_t> with_most(std::size_t but) const {
    std::optional<std::size_t> found;
    for (std::size_t other = 0; other < kernels_.size(); ++other) {
      if (other != but && all_[other] > 0 && (!found || shares_[*found] < shares_[other])) {
        found = other;
      }
    }
    return found;
  }
  /// Where enough CTAs of a victim can leave for one that comes: the SM with the most rSM without that one's own.
  std::size_t place_of(std::size_t victim, std::size_t comes) const {
    const auto can_leave = [&](const RoomKinds::Kind& kind) {
      const SmResources without = plus(kind.about.taken, times(kernels_[victim].cta, -std::int64_t{kind.has[victim]}));
      return kind.has[comes] < kernels_[comes].per_sm && within(plus(without, kernels_[comes].cta), sm_);
    };
    const auto share_of_others = [&](const RoomKinds::Kind& kind) {
      const std::int64_t own = kind.has[comes];
      return own == 0 ? kind.about.share
                      : dominant_share(plus(kind.about.taken, times(kernels_[comes].cta, -own)), sm_);
    };
    return kinds_.best(can_leave, [&](const RoomKinds::Kind& one, const RoomKinds::Kind& other) {
      return share_of_others(other) < share_of_others(one);
    });
  }

  const SmResources& sm_;
  std::int64_t sms_;
  std::span<const SharingKernel> kernels_;
  std::span<const std::int64_t> most_;
  TakenBy taken_by_;
  RoomKinds kinds_;
  std::vector<std::int64_t> all_;      ///< CTAs, by kernel
  std::vector<Portion> shares_;        ///< rK, by kernel
  std::vector<bool> has_made_room_;    ///< by kernel
  std::vector<std::size_t> by_share_;  ///< kernels
};

}  // namespace

CtasBySm ctas_on_demand(const SmResources& sm, std::span<const SharingKernel> kernels,
                        std::span<const std::int64_t> most, const CtasBySm& ctas) {
  CtasAsTheyMove moving(sm, kernels, most, ctas);
  while (moving.step()) {
  }
  return moving.ctas();
}

}  // namespace warpshop::share
