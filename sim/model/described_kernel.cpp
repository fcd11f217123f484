#include "sim/model/described_kernel.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "sim/model/occupancy.hpp"

namespace warpshop {
namespace {

constexpr std::int64_t kCurvePoints = 8;

}  // namespace

std::string cta_misfit(const SmModel& sm, const CtaResources& cta) {
  const SmResources there = resources_of(sm);
  const SmResources needed = resources_of_cta(sm, cta);
  const auto too_much = [](std::string_view field, std::int64_t takes, std::int64_t has, const std::string& unit) {
    return "takes " + std::to_string(takes) + unit + " of an SM's '" + std::string(field) + "', expected at most " +
           std::to_string(has) + unit;
  };
  if (needed.threads > there.threads) {
    return too_much("threads", needed.threads, there.threads, "");
  }
  if (needed.registers > there.registers) {
    return too_much("registers", needed.registers, there.registers, "");
  }
  if (needed.shared_memory > there.shared_memory) {
    return too_much("shared_memory", needed.shared_memory.count, there.shared_memory.count, " B");
  }
  return "";
}

KernelModel described_kernel(const SmModel& sm, const KernelShape& shape) {
  KernelModel model{.category = shape.category, .cta = shape.cta, .power = shape.power};
  const std::int64_t most = std::max<std::int64_t>(most_ctas_per_sm(sm, shape.cta), 1);
  model.cta->per_sm = most;
  const double full = static_cast<double>(shape.ctas) / shape.time.count();
  const double enough = static_cast<double>(most) / (shape.category == Category::memory_bound ? 2 : 1);
  for (std::int64_t point = 1; point <= kCurvePoints; ++point) {
    const std::int64_t count = (most * point + kCurvePoints - 1) / kCurvePoints;
    if (model.by_ctas.empty() || model.by_ctas.back().count < count) {
      model.by_ctas.push_back({count, {full * std::min(static_cast<double>(count) / enough, 1.0)}});
    }
  }
  return model;
}

}  // namespace warpshop
