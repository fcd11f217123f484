#include "sim/share/quota_ctas.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/share/dominant_shares.hpp"

namespace warpshop::share {
namespace {

bool fits(const SmResources& sm, std::span<const SharingKernel> kernels, std::span<const std::uint32_t> ctas) {
  SmResources taken;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    taken = plus(taken, times(kernels[i].cta, ctas[i]));
  }
  return within(taken, sm);
}

/// Of those that are `there`.
std::vector<std::uint32_t> first_ctas_of_sm(const SmResources& sm, std::span<const SharingKernel> kernels,
                                            std::vector<bool> there) {
  std::vector<std::uint32_t> ctas(kernels.size());
  while (true) {
    const auto residents = std::count(there.begin(), there.end(), true);
    if (residents == 0) {
      return ctas;
    }
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const std::int64_t own = sm.threads / residents / std::max<std::int64_t>(1, kernels[i].cta.threads);
      ctas[i] = there[i] ? static_cast<std::uint32_t>(std::clamp<std::int64_t>(own, 1, kernels[i].per_sm)) : 0;
    }
    while (!fits(sm, kernels, ctas)) {
      std::optional<std::size_t> most;
      for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (ctas[i] > 1 && (!most || ctas[i] * kernels[i].cta.threads > ctas[*most] * kernels[*most].cta.threads)) {
          most = i;
        }
      }
      if (!most) {
        break;
      }
      --ctas[*most];
    }
    if (fits(sm, kernels, ctas)) {
      return ctas;
    }
    std::size_t leaves = kernels.size();  // the last, of those without a goal if there are any
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      if (there[i] && (leaves == kernels.size() || !kernels[i].has_goal || kernels[leaves].has_goal)) {
        leaves = i;
      }
    }
    there[leaves] = false;
  }
}

}  // namespace

CtasBySm first_ctas(const SmResources& sm, std::uint32_t sms, std::span<const SharingKernel> kernels) {
  CtasBySm ctas(kernels.size(), std::vector<std::uint32_t>(sms));
  const auto others = static_cast<std::uint32_t>(
      std::count_if(kernels.begin(), kernels.end(), [](const SharingKernel& each) { return !each.has_goal; }));
  for (std::uint32_t each = 0; each < sms; ++each) {
    // Of m kernels on S SMs the i-th has those from i S / m to (i + 1) S / m, rounded down.
    std::vector<bool> there;
    std::uint32_t other = 0;
    for (const SharingKernel& kernel : kernels) {
      const std::uint32_t number = kernel.has_goal ? 0 : other++;
      there.push_back(kernel.has_goal || (number * sms / others <= each && each < (number + 1) * sms / others));
    }
    const std::vector<std::uint32_t> own = first_ctas_of_sm(sm, kernels, std::move(there));
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      ctas[i][each] = own[i];
    }
  }
  return ctas;
}

bool adjust_ctas(const SmResources& sm, std::span<const SharingKernel> kernels,
                 std::span<const KernelStanding> standing, std::span<std::uint32_t> ctas) {
  constexpr double kFewIdle = 2;
  constexpr double kAsGoodAsKept = 0.01;
  for (std::size_t own = 0; own < kernels.size(); ++own) {
    const bool behind = !standing[own].used_up && standing[own].history < (1 - kAsGoodAsKept) * standing[own].goal;
    if (!behind || standing[own].idle >= kFewIdle || ctas[own] == 0 || ctas[own] >= kernels[own].per_sm) {
      continue;
    }
    std::vector<std::uint32_t> changed(ctas.begin(), ctas.end());
    ++changed[own];
    if (fits(sm, kernels, changed)) {
      ctas[own] = changed[own];
      return true;
    }
    for (std::size_t victim = 0; victim < kernels.size(); ++victim) {
      if (victim == own) {
        continue;
      }
      changed.assign(ctas.begin(), ctas.end());
      ++changed[own];
      while (changed[victim] > 1 && !fits(sm, kernels, changed)) {
        --changed[victim];
      }
      if (!fits(sm, kernels, changed)) {
        continue;
      }
      const double leave = ctas[victim] - changed[victim];
      const KernelStanding& its = standing[victim];
      if (!kernels[victim].has_goal || its.idle >= leave + 1 || its.history * (1 - leave / ctas[victim]) > its.goal) {
        std::copy(changed.begin(), changed.end(), ctas.begin());
        return true;
      }
    }
  }
  return false;
}

}  // namespace warpshop::share
