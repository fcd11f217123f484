#include "sim/share/ctas_on_demand.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

#include "sim/share/dominant_shares.hpp"

namespace warpshop::share {
namespace {

/// The CTAs of all kernels, as they change.
class CtasAsTheyMove {
 public:
  /// Keeps references.
  CtasAsTheyMove(const SmResources& sm, std::span<const SharingKernel> kernels, std::span<const std::int64_t> most,
                 CtasBySm& ctas)
      : sm_(sm),
        kernels_(kernels),
        most_(most),
        ctas_(ctas),
        taken_(ctas.empty() ? 0 : ctas.front().size()),
        taken_shares_(taken_.size()),
        all_(kernels.size()),
        shares_(kernels.size()),
        has_made_room_(kernels.size()) {
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      for (std::size_t on = 0; on < taken_.size(); ++on) {
        count(kernel, on, ctas_[kernel][on]);
      }
      shares_[kernel] = share_of(kernel);
    }
    std::transform(taken_.begin(), taken_.end(), taken_shares_.begin(),
                   [&](const SmResources& taken) { return dominant_share(taken, sm_); });
  }

  /// Whether anything changes.
  bool step() {
    std::vector<std::size_t> by_share(kernels_.size());
    std::iota(by_share.begin(), by_share.end(), std::size_t{0});
    std::stable_sort(by_share.begin(), by_share.end(),
                     [&](std::size_t a, std::size_t b) { return shares_[a] < shares_[b]; });
    return std::any_of(by_share.begin(), by_share.end(), [&](std::size_t kernel) {
      return all_[kernel] < most_[kernel] && (takes_room(kernel) || takes_room_of_others(kernel));
    });
  }

 private:
  /// CTAs that are there, or are not any more.
  void count(std::size_t kernel, std::size_t sm, std::int64_t ctas) {
    all_[kernel] += ctas;
    taken_[sm] = plus(taken_[sm], times(kernels_[kernel].cta, ctas));
  }
  /// rK.
  Portion share_of(std::size_t kernel) const {
    return dominant_share(times(kernels_[kernel].cta, all_[kernel]), sm_, static_cast<std::int64_t>(taken_.size()));
  }
  void change(std::size_t kernel, std::size_t sm, std::int64_t by) {
    ctas_[kernel][sm] = static_cast<std::uint32_t>(ctas_[kernel][sm] + by);
    count(kernel, sm, by);
    taken_shares_[sm] = dominant_share(taken_[sm], sm_);
    shares_[kernel] = share_of(kernel);
  }
  /// One more.
  bool fits(std::size_t kernel, std::size_t sm) const {
    return ctas_[kernel][sm] < kernels_[kernel].per_sm && within(plus(taken_[sm], kernels_[kernel].cta), sm_);
  }
  /// max rK - min rK.
  double difference() const {
    const auto [least, most] = std::minmax_element(shares_.begin(), shares_.end());
    return most->value() - least->value();
  }

  bool takes_room(std::size_t kernel) {
    std::optional<std::size_t> place;
    for (std::size_t sm = 0; sm < taken_.size(); ++sm) {
      if ((!place || taken_shares_[sm] < taken_shares_[*place]) && fits(kernel, sm)) {
        place = sm;
      }
    }
    if (place) {
      change(kernel, *place, 1);
    }
    return place.has_value();
  }

  bool takes_room_of_others(std::size_t kernel) {
    const std::optional<std::size_t> victim = has_made_room_[kernel] ? std::nullopt : with_most(kernel);
    const std::optional<std::size_t> sm = victim ? place_of(*victim, kernel) : std::nullopt;
    if (!sm) {
      return false;
    }
    const double before = difference();
    std::int64_t leave = 0;
    for (; !fits(kernel, *sm); ++leave) {
      change(*victim, *sm, -1);
    }
    change(kernel, *sm, 1);
    constexpr double kEven = 1e-12;  // shares that are that close are equal
    if (difference() < before - kEven) {
      has_made_room_[*victim] = true;
      return true;
    }
    change(kernel, *sm, -1);
    change(*victim, *sm, leave);
    return false;
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
  std::optional<std::size_t> place_of(std::size_t victim, std::size_t comes) const {
    std::optional<std::size_t> found;
    Portion most;
    for (std::size_t sm = 0; sm < taken_.size(); ++sm) {
      const SmResources without = plus(taken_[sm], times(kernels_[victim].cta, -std::int64_t{ctas_[victim][sm]}));
      if (ctas_[comes][sm] == kernels_[comes].per_sm || !within(plus(without, kernels_[comes].cta), sm_)) {
        continue;
      }
      const std::int64_t own = ctas_[comes][sm];
      const Portion share =
          own == 0 ? taken_shares_[sm] : dominant_share(plus(taken_[sm], times(kernels_[comes].cta, -own)), sm_);
      if (!found || most < share) {
        found = sm;
        most = share;
      }
    }
    return found;
  }

  const SmResources& sm_;
  std::span<const SharingKernel> kernels_;
  std::span<const std::int64_t> most_;
  CtasBySm& ctas_;
  std::vector<SmResources> taken_;     ///< by SM
  std::vector<Portion> taken_shares_;  ///< rSM
  std::vector<std::int64_t> all_;      ///< CTAs, by kernel
  std::vector<Portion> shares_;        ///< rK, by kernel
  std::vector<bool> has_made_room_;    ///< by kernel
};

}  // namespace

CtasBySm ctas_on_demand(const SmResources& sm, std::span<const SharingKernel> kernels,
                        std::span<const std::int64_t> most, CtasBySm ctas) {
  CtasAsTheyMove moving(sm, kernels, most, ctas);
  while (moving.step()) {
  }
  return ctas;
}

}  // namespace warpshop::share
