#include "sim/share/dominant_shares.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

namespace warpshop::share {

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

CtasBySm sms_of_kernels(std::size_t most, const CtasBySm& before) {
  using Kinds = SmKinds<std::size_t>;  // how many kernels there are
  const auto kernels_of = [](const std::vector<std::uint32_t>& on) {
    return std::accumulate(on.begin(), on.end(), std::size_t{0});
  };
  Kinds kinds(before, kernels_of);
  std::vector<std::size_t> held;  // SMs, by kernel
  for (const std::vector<std::uint32_t>& on : before) {
    held.push_back(kernels_of(on));
  }
  std::vector<std::size_t> order(before.size());
  const auto by_sms = [&] {
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return std::pair(held[a], a) < std::pair(held[b], b); });
  };
  const auto has_fewer = [](const Kinds::Kind& one, const Kinds::Kind& other) { return one.about < other.about; };
  const auto fill = [&] {
    by_sms();
    return std::any_of(order.begin(), order.end(), [&](std::size_t kernel) {
      const auto has_place = [&](const Kinds::Kind& kind) { return kind.about < most && kind.has[kernel] == 0; };
      const std::size_t place = kinds.best(has_place, has_fewer);
      if (place == kinds.all().size()) {
        return false;
      }
      kinds.change_first(
          place, [&](std::vector<std::uint32_t>& on) { on[kernel] = 1; }, kernels_of);
      ++held[kernel];
      return true;
    });
  };
  const auto even_out = [&] {
    by_sms();
    const std::size_t fewest = order.front();
    for (auto victim = order.rbegin(); victim != order.rend() && held[*victim] > held[fewest] + 1; ++victim) {
      const auto changes = [&](const Kinds::Kind& kind) { return kind.has[*victim] > 0 && kind.has[fewest] == 0; };
      const std::size_t place = kinds.best(changes, [](const auto& /*one*/, const auto& /*other*/) { return false; });
      if (place < kinds.all().size()) {
        kinds.change_first(
            place,
            [&](std::vector<std::uint32_t>& on) {
              on[*victim] = 0;
              on[fewest] = 1;
            },
            kernels_of);
        --held[*victim];
        ++held[fewest];
        return true;
      }
    }
    return false;
  };
  while (fill()) {
  }
  while (!before.empty() && even_out()) {
  }
  return kinds.by_kernel();
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
