#include "sim/share/dominant_shares.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

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
        all_[kernel] += ctas[kernel][on];
        taken_[on] = plus(taken_[on], times(kernels[kernel].cta, ctas[kernel][on]));
      }
    }
  }

  /// Whether anything changes.
  bool step() {
    std::vector<std::size_t> order(kernels_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return share(a) < share(b); });
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
  /// rK; of so many CTAs more than it has.
  Portion share(std::size_t kernel, std::int64_t more = 0) const {
    return dominant_share(times(kernels_[kernel].cta, all_[kernel] + more), sm_, static_cast<std::int64_t>(sms_));
  }
  SmResources taken_but(std::size_t sm, std::size_t kernel) const {
    return plus(taken_[sm], times(kernels_[kernel].cta, -std::int64_t{ctas_[kernel][sm]}));
  }
  bool place(std::size_t kernel) {
    std::optional<std::size_t> best;
    for (std::size_t sm = 0; sm < sms_; ++sm) {
      const SmResources& now = taken_[sm];
      if (ctas_[kernel][sm] < kernels_[kernel].per_sm && within(plus(now, kernels_[kernel].cta), sm_) &&
          (!best || dominant_share(now, sm_) < dominant_share(taken_[*best], sm_))) {
        best = sm;
      }
    }
    if (best) {
      change(kernel, *best, 1);
    }
    return best.has_value();
  }
  bool displace(std::size_t kernel) {
    std::optional<std::size_t> victim;
    for (std::size_t other = 0; other < kernels_.size(); ++other) {
      if (other != kernel && all_[other] > 0 && (!victim || share(*victim) < share(other))) {
        victim = other;
      }
    }
    if (!victim) {
      return false;
    }
    std::optional<std::size_t> place;
    for (std::size_t sm = 0; sm < sms_; ++sm) {
      if (ctas_[*victim][sm] > 0 && ctas_[kernel][sm] < kernels_[kernel].per_sm &&
          (!place || dominant_share(taken_but(*place, kernel), sm_) < dominant_share(taken_but(sm, kernel), sm_))) {
        place = sm;
      }
    }
    if (!place) {
      return false;
    }
    const SmResources& now = taken_[*place];
    const SmResources free{.ctas = sm_.ctas - now.ctas,
                           .threads = sm_.threads - now.threads,
                           .registers = sm_.registers - now.registers,
                           .shared_memory = {sm_.shared_memory.count - now.shared_memory.count}};
    const std::int64_t most = ctas_[*victim][*place];
    const std::int64_t leave = ctas_to_leave(free, kernels_[kernel].cta, kernels_[*victim].cta, most);
    if (leave > most || !(spread(kernel, *victim, leave) < spread(kernel, *victim, 0) - 1e-12)) {
      return false;
    }
    change(*victim, *place, -leave);
    change(kernel, *place, 1);
    return true;
  }
  /// max rK - min rK once so many CTAs of the victim have left for one of a kernel; 0: as it is.
  double spread(std::size_t kernel, std::size_t victim, std::int64_t leave) const {
    double least = 1;
    double most = 0;
    for (std::size_t each = 0; each < kernels_.size(); ++each) {
      const std::int64_t more = leave == 0 ? 0 : each == kernel ? 1 : each == victim ? -leave : 0;
      const double its = share(each, more).value();
      least = std::min(least, its);
      most = std::max(most, its);
    }
    return most - least;
  }

  const SmResources& sm_;
  std::span<const SharingKernel> kernels_;
  std::span<const std::int64_t> most_;
  CtasBySm& ctas_;
  std::size_t sms_;
  std::vector<std::int64_t> all_;   ///< CTAs, by kernel
  std::vector<SmResources> taken_;  ///< by SM
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
  // Each step gives somebody a CTA; who has one taken may get one elsewhere, and that is bounded.
  const std::int64_t steps = 4 * static_cast<std::int64_t>(ctas.empty() ? 0 : ctas.front().size()) * sm.ctas;
  for (std::int64_t step = 0; step < steps && on_demand.step(); ++step) {
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
