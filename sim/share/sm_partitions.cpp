#include "sim/share/sm_partitions.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/model/alike_sms.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/share/dominant_shares.hpp"

namespace warpshop::share {
namespace {

CtasBySm partitions(const SmResources& sm, std::size_t most, std::span<const SharingKernel> kernels, CtasBySm ctas) {
  for (std::vector<std::uint32_t>& its : ctas) {
    for (std::uint32_t& has : its) {
      has = has > 0 ? 1 : 0;
    }
  }
  const CtasBySm on = sms_of_kernels(most, ctas);
  AlikeSms alike;
  for (const std::vector<std::uint32_t>& its : on) {
    alike.add(its);
  }
  ctas = on;
  for (const SmSpan& span : alike.spans()) {
    std::vector<std::size_t> there;
    std::vector<SharingKernel> own;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      if (on[i][span.first] > 0) {
        there.push_back(i);
        own.push_back(kernels[i]);
      }
    }
    const std::vector<std::uint32_t> split = resource_partition(sm, own);
    for (std::size_t i = 0; i < there.size(); ++i) {
      std::fill_n(ctas[there[i]].begin() + span.first, span.sms, split[i]);
    }
  }
  return ctas;
}

}  // namespace

SmDivision sm_partitions(const Instance& instance, const Share& share) {
  const auto divide = [sm = resources_of(instance.chip->sm),
                       most = static_cast<std::size_t>(share.settings.number("kernels"))](
                          const auto& kernels, const auto& /*most*/, const CtasBySm& before) {
    return partitions(sm, most, kernels, before);
  };
  return {instance, share.form, std::numeric_limits<std::size_t>::max(), divide};
}

}  // namespace warpshop::share
