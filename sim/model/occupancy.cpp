#include "sim/model/occupancy.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <utility>

namespace warpshop {
namespace {

std::int64_t rounded_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// How many times the amount is there; any number, of nothing.
std::int64_t how_often(std::int64_t there, std::int64_t amount) {
  return amount > 0 ? there / amount : std::numeric_limits<std::int64_t>::max();
}

std::int64_t most_of(const SmResources& free, const SmResources& cta) {
  return std::min({how_often(free.ctas, cta.ctas), how_often(free.threads, cta.threads),
                   how_often(free.registers, cta.registers),
                   how_often(free.shared_memory.count, cta.shared_memory.count)});
}

SmResources without(const SmResources& free, const SmResources& cta, std::int64_t count) {
  return {.ctas = free.ctas - count * cta.ctas,
          .threads = free.threads - count * cta.threads,
          .registers = free.registers - count * cta.registers,
          .shared_memory = {free.shared_memory.count - count * cta.shared_memory.count}};
}

/// Chooses the CTAs of one kernel after another. Of the last one all that fit are taken, so that none can be added;
/// that none of the others can be is seen at the end.
class CoExecutionSpace {
 public:
  CoExecutionSpace(const SmModel& sm, std::span<const CtaResources> kernels) : kernels_(kernels) {
    for (const CtaResources& kernel : kernels) {
      ctas_.push_back(resources_of_cta(sm, kernel));
      most_.push_back(std::min(kernel.per_sm, most_ctas_per_sm(sm, kernel)));
    }
    choose(resources_of(sm));
  }
  std::vector<CtaCounts> take() { return std::move(space_); }

 private:
  void choose(const SmResources& free) {
    const std::size_t kernel = chosen_.size();
    const std::int64_t most = std::min(most_of(free, ctas_[kernel]), most_[kernel]);
    const bool is_last = kernel + 1 == kernels_.size();
    for (std::int64_t count = is_last ? std::max<std::int64_t>(most, 1) : 1; count <= most; ++count) {
      const SmResources left = without(free, ctas_[kernel], count);
      chosen_.push_back(count);
      if (!is_last) {
        choose(left);
      } else if (is_full(left)) {
        space_.push_back(chosen_);
      }
      chosen_.pop_back();
    }
  }
  bool is_full(const SmResources& left) const {
    for (std::size_t kernel = 0; kernel < kernels_.size(); ++kernel) {
      if (chosen_[kernel] < most_[kernel] && most_of(left, ctas_[kernel]) > 0) {
        return false;
      }
    }
    return true;
  }

  std::span<const CtaResources> kernels_;
  std::vector<SmResources> ctas_;   ///< what one takes, by kernel
  std::vector<std::int64_t> most_;  ///< that there may be, by kernel
  CtaCounts chosen_;
  std::vector<CtaCounts> space_;
};

}  // namespace

SmResources resources_of(const SmModel& sm) {
  return {.ctas = sm.ctas, .threads = sm.threads, .registers = sm.registers, .shared_memory = sm.shared_memory};
}

SmResources resources_of_cta(const SmModel& sm, const CtaResources& kernel) {
  const AllocationUnits& units = sm.units;
  const std::int64_t warps = rounded_up(kernel.threads, kWarpSize) / kWarpSize;
  return {.ctas = 1,
          .threads = warps * kWarpSize,
          .registers = rounded_up(kernel.registers * kWarpSize, units.registers) * warps,
          .shared_memory = {rounded_up(kernel.shared_memory.count + units.shared_memory_reserved.count,
                                       std::max<std::int64_t>(units.shared_memory.count, 1))}};
}

std::int64_t most_ctas_per_sm(const SmModel& sm, const CtaResources& kernel) {
  const std::int64_t warps = rounded_up(kernel.threads, kWarpSize) / kWarpSize;
  const std::int64_t registers = rounded_up(kernel.registers * kWarpSize, sm.units.registers);
  const std::int64_t with_registers = how_often(sm.registers / sm.units.warps, registers);  // warps of a part
  const std::int64_t by_registers =
      with_registers > sm.threads ? with_registers : with_registers * sm.units.warps / warps;
  return std::min(most_of(resources_of(sm), resources_of_cta(sm, kernel)), by_registers);
}

std::vector<CtaCounts> co_execution_space(const SmModel& sm, std::span<const CtaResources> kernels) {
  assert(kernels.size() >= 2);
  return CoExecutionSpace(sm, kernels).take();
}

}  // namespace warpshop
