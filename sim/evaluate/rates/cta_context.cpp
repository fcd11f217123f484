#include "sim/evaluate/rates/cta_context.hpp"

#include <algorithm>
#include <stdexcept>

namespace warpshop::evaluate {

Bytes context_of(const SmResources& cta) {
  constexpr std::int64_t kRegister = 4;
  return Bytes{kRegister * cta.registers + cta.shared_memory.count};
}

CorrectedKernel moving_context(std::int64_t sms, BytesPerSecond bandwidth) {
  CorrectedKernel byte;
  byte.law.demand[index(SharedResource::dram)] = static_cast<double>(sms) * (Bytes{1} / bandwidth);
  constexpr double kHardlyAny = 1e-9;  // of what it demands: between requests nothing is in its way, or to be done
  byte.law.delay = kHardlyAny * byte.law.demand[index(SharedResource::dram)];
  return byte;
}

KernelOnSms moving_ctas(const Instance& instance, const KernelOnSms& kernel) {
  if (!instance.co_run || !instance.co_run->context) {
    throw std::logic_error("contexts of CTAs move over a memory of which no bandwidth is known");
  }
  KernelOnSms moving;
  moving.cta = kernel.cta;
  moving.per_sm = kernel.per_sm;
  moving.law = instance.co_run->context;
  moving.length = static_cast<double>(std::max<std::int64_t>(1, context_of(kernel.cta).count));
  moving.memory_bound = true;
  return moving;
}

}  // namespace warpshop::evaluate
