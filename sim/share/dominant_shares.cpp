#include "sim/share/dominant_shares.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

namespace warpshop::share {

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
  std::vector<std::uint32_t> held(on.size());  // SMs, by kernel
  std::vector<std::uint32_t> there(sms);       // kernels, by SM
  for (std::size_t kernel = 0; kernel < on.size(); ++kernel) {
    for (std::uint32_t sm = 0; sm < sms; ++sm) {
      held[kernel] += on[kernel][sm] ? 1 : 0;
      there[sm] += on[kernel][sm] ? 1 : 0;
    }
  }
  const auto put = [&](std::size_t kernel, std::uint32_t sm) {
    on[kernel][sm] = true;
    ++held[kernel];
    ++there[sm];
  };
  const auto take = [&](std::size_t kernel, std::uint32_t sm) {
    on[kernel][sm] = false;
    --held[kernel];
    --there[sm];
  };
  std::vector<std::size_t> order(on.size());
  const auto by_sms = [&] {
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return held[a] < held[b]; });
  };
  const auto fill = [&] {
    by_sms();
    for (const std::size_t kernel : order) {
      std::optional<std::uint32_t> place;
      for (std::uint32_t sm = 0; sm < sms; ++sm) {
        if (there[sm] < (place ? there[*place] : most) && !on[kernel][sm]) {
          place = sm;
        }
      }
      if (place) {
        put(kernel, *place);
        return true;
      }
    }
    return false;
  };
  const auto even_out = [&] {
    by_sms();
    const std::size_t fewest = order.front();
    for (auto victim = order.rbegin(); victim != order.rend() && held[*victim] > held[fewest] + 1; ++victim) {
      for (std::uint32_t sm = 0; sm < sms; ++sm) {
        if (on[*victim][sm] && !on[fewest][sm]) {
          take(*victim, sm);
          put(fewest, sm);
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
