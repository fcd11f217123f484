#include <memory>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/ctas_on_demand.hpp"
#include "sim/share/sm_division.hpp"

namespace warpshop::share {

/// Kernels share all SMs: whenever one comes or goes, the one with the least dominant share of the GPU takes room, that
/// of the one with the most where it has to (S1 2). CTAs leave at the end of their subtasks.
Controller smk_od(const Instance& instance, const Share& share) {
  const auto divide = [sm = resources_of(instance.chip->sm)](const auto& kernels, const auto& most,
                                                             const CtasBySm& before) {
    return ctas_on_demand(sm, kernels, most, before);
  };
  const auto division =
      std::make_shared<SmDivision>(instance, share.form, static_cast<std::size_t>(instance.chip->grids), divide);
  return [division](const Observation& seen) {
    const bool changed = division->are_there(seen);
    return asked_of(seen, division->to_have(), changed);
  };
}

}  // namespace warpshop::share
