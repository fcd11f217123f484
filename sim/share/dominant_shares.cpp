#include "sim/share/dominant_shares.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace warpshop::share {
namespace {

SmResources times(const SmResources& cta, std::int64_t ctas) {
  return {.ctas = ctas * cta.ctas,
          .threads = ctas * cta.threads,
          .registers = ctas * cta.registers,
          .shared_memory = {ctas * cta.shared_memory.count}};
}

SmResources plus(const SmResources& a, const SmResources& b) {
  return {.ctas = a.ctas + b.ctas,
          .threads = a.threads + b.threads,
          .registers = a.registers + b.registers,
          .shared_memory = {a.shared_memory.count + b.shared_memory.count}};
}

SmResources minus(const SmResources& a) {
  return times(a, -1);
}

bool within(const SmResources& a, const SmResources& b) {
  return a.ctas <= b.ctas && a.threads <= b.threads && a.registers <= b.registers &&
         a.shared_memory.count <= b.shared_memory.count;
}

/// CTAs on demand as they change.
class OnDemand {
 public:
  OnDemand(const SmResources& sm, std::span<const SharingKernel> kernels, std::span<const std::int64_t> most,
           CtasBySm& ctas)
      : sm_(sm),
        kernels_(kernels),
        most_(most),
        ctas_(ctas),
        sms_(ctas.empty() ? 0 : ctas.front().size()),
        all_(kernels.size()),
        taken_(sms_) {
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      for (std::size_t on = 0; on < sms_; ++on) {
        all_[kernel] += ctas_[kernel][on];
        taken_[on] = plus(taken_[on], times(kernels[kernel].cta, ctas_[kernel][on]));
      }
    }
  }

  /// Whether anything changes.
  bool step() {
    const std::vector<std::size_t> order = by_share();
    return std::any_of(order.begin(), order.end(),
                       [&](std::size_t kernel) { return wants(kernel) && (place(kernel) || displace(kernel)); });
  }

 private:
  bool wants(std::size_t kernel) const { return all_[kernel] < most_[kernel]; }
  void change(std::size_t kernel, std::size_t sm, std::int64_t by) {
    ctas_[kernel][sm] = static_cast<std::uint32_t>(ctas_[kernel][sm] + by);
    all_[kernel] += by;
    taken_[sm] = plus(taken_[sm], times(kernels_[kernel].cta, by));
  }
  /// rK.
  Portion share(std::size_t kernel) const {
    return dominant_share(times(kernels_[kernel].cta, all_[kernel]), sm_, static_cast<std::int64_t>(sms_));
  }
  /// Kernels, those with the least first.
  std::vector<std::size_t> by_share() const {
    std::vector<Portion> shares;
    for (std::size_t kernel = 0; kernel < kernels_.size(); ++kernel) {
      shares.push_back(share(kernel));
    }
    std::vector<std::size_t> order(kernels_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return shares[a] < shares[b]; });
    return order;
  }
  /// max rK - min rK.
  double spread() const {
    double least = 1;
    double most = 0;
    for (std::size_t kernel = 0; kernel < kernels_.size(); ++kernel) {
      const double its = share(kernel).value();
      least = std::min(least, its);
      most = std::max(most, its);
    }
    return most - least;
  }
  bool place(std::size_t kernel) {
    std::optional<std::size_t> best;
    Portion least;
    for (std::size_t sm = 0; sm < sms_; ++sm) {
      const SmResources& now = taken_[sm];
      if (ctas_[kernel][sm] < kernels_[kernel].per_sm && within(plus(now, kernels_[kernel].cta), sm_)) {
        const Portion its = dominant_share(now, sm_);
        if (!best || its < least) {
          best = sm;
          least = its;
        }
      }
    }
    if (best) {
      change(kernel, *best, 1);
    }
    return best.has_value();
  }
  bool displace(std::size_t kernel) {
    const std::optional<std::size_t> victim = with_most(kernel);
    const std::optional<std::size_t> sm = victim ? place_of(*victim, kernel) : std::nullopt;
    if (!sm) {
      return false;
    }
    const SmResources free = plus(sm_, minus(taken_[*sm]));
    const std::int64_t most = ctas_[*victim][*sm];
    const std::int64_t leave = ctas_to_leave(free, kernels_[kernel].cta, kernels_[*victim].cta, most);
    if (leave > most) {
      return false;
    }
    const double before = spread();
    change(*victim, *sm, -leave);
    change(kernel, *sm, 1);
    if (spread() < before - kEven && reached_.insert(all_).second) {
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
      if (other != but && all_[other] > 0 && (!found || share(*found) < share(other))) {
        found = other;
      }
    }
    return found;
  }
  /// Of the SMs of a victim: that with the most rSM, not counting the one that is to come.
  std::optional<std::size_t> place_of(std::size_t victim, std::size_t comes) const {
    std::optional<std::size_t> found;
    Portion most;
    for (std::size_t sm = 0; sm < sms_; ++sm) {
      const std::int64_t own = ctas_[comes][sm];
      if (ctas_[victim][sm] > 0 && own < kernels_[comes].per_sm) {
        const Portion its = dominant_share(plus(taken_[sm], times(kernels_[comes].cta, -own)), sm_);
        if (!found || most < its) {
          found = sm;
          most = its;
        }
      }
    }
    return found;
  }

  static constexpr double kEven = 1e-12;  ///< shares that are that close are equal

  const SmResources& sm_;
  std::span<const SharingKernel> kernels_;
  std::span<const std::int64_t> most_;
  CtasBySm& ctas_;
  std::size_t sms_;
  std::vector<std::int64_t> all_;                ///< CTAs, by kernel
  std::vector<SmResources> taken_;               ///< by SM
  std::set<std::vector<std::int64_t>> reached_;  ///< CTAs by kernel, as somebody had left
};

}  // namespace

Portion dominant_share(const SmResources& taken, const SmResources& sm, std::int64_t sms) {
  Portion largest{.part = 0, .whole = static_cast<double>(sms)};
  const auto look_at = [&](std::int64_t part, std::int64_t whole) {
    if (whole > 0) {
      const Portion portion{.part = static_cast<double>(part), .whole = static_cast<double>(whole * sms)};
      largest = largest < portion ? portion : largest;
    }
  };
  look_at(taken.registers, sm.registers);
  look_at(taken.threads, sm.threads);
  look_at(taken.shared_memory.count, sm.shared_memory.count);
  look_at(taken.ctas, sm.ctas);
  return largest;
}

std::vector<std::uint32_t> resource_partition(const SmResources& sm, std::span<const SharingKernel> kernels) {
  std::vector<std::uint32_t> ctas(kernels.size());
  SmResources taken;
  while (true) {
    std::optional<std::size_t> next;
    const auto share = [&](std::size_t kernel) { return dominant_share(times(kernels[kernel].cta, ctas[kernel]), sm); };
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      if (ctas[kernel] == kernels[kernel].per_sm || !within(plus(taken, kernels[kernel].cta), sm)) {
        continue;
      }
      const bool equal = next && !(share(kernel) < share(*next)) && !(share(*next) < share(kernel));
      if (!next || share(kernel) < share(*next) || (equal && ctas[kernel] > ctas[*next])) {
        next = kernel;
      }
    }
    if (!next) {
      return ctas;
    }
    ++ctas[*next];
    taken = plus(taken, kernels[*next].cta);
  }
}

std::vector<std::vector<bool>> sms_of_kernels(std::uint32_t sms, std::size_t most,
                                              std::vector<std::vector<bool>> before) {
  std::vector<std::vector<bool>> on = std::move(before);
  const auto held = [&](std::size_t kernel) { return std::count(on[kernel].begin(), on[kernel].end(), true); };
  const auto on_sm = [&](std::uint32_t sm) {
    return std::count_if(on.begin(), on.end(), [&](const std::vector<bool>& each) { return each[sm]; });
  };
  std::vector<std::size_t> order(on.size());
  const auto by_sms = [&] {
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return held(a) < held(b); });
  };
  const auto fill = [&] {
    by_sms();
    for (const std::size_t kernel : order) {
      std::optional<std::uint32_t> place;
      for (std::uint32_t sm = 0; sm < sms; ++sm) {
        if (!on[kernel][sm] && static_cast<std::size_t>(on_sm(sm)) < most && (!place || on_sm(sm) < on_sm(*place))) {
          place = sm;
        }
      }
      if (place) {
        on[kernel][*place] = true;
        return true;
      }
    }
    return false;
  };
  const auto even_out = [&] {
    by_sms();
    const std::size_t fewest = order.front();
    for (auto victim = order.rbegin(); victim != order.rend() && held(*victim) > held(fewest) + 1; ++victim) {
      for (std::uint32_t sm = 0; sm < sms; ++sm) {
        if (on[*victim][sm] && !on[fewest][sm]) {
          on[*victim][sm] = false;
          on[fewest][sm] = true;
          return true;
        }
      }
    }
    return false;
  };
  while (fill()) {
  }
  while (!on.empty() && even_out()) {
  }
  return on;
}

std::int64_t ctas_to_leave(const SmResources& free, const SmResources& needed, const SmResources& leaves,
                           std::int64_t most) {
  std::int64_t leave = 0;
  while (leave <= most && !within(needed, plus(free, times(leaves, leave)))) {
    ++leave;
  }
  return leave;
}

CtasBySm ctas_on_demand(const SmResources& sm, std::span<const SharingKernel> kernels,
                        std::span<const std::int64_t> most, CtasBySm ctas) {
  OnDemand on_demand(sm, kernels, most, ctas);
  while (on_demand.step()) {
  }
  return ctas;
}

std::vector<double> cycle_quotas(std::span<const IssueUse> kernels) {
  std::vector<double> quotas;
  for (const IssueUse& kernel : kernels) {
    quotas.push_back(kernel.alone * kernel.ctas / kernel.most_ctas);
  }
  const double all = std::accumulate(quotas.begin(), quotas.end(), 0.0);
  for (double& quota : quotas) {
    quota = all > 0 ? quota / all : 0;
  }
  return quotas;
}

}  // namespace warpshop::share
