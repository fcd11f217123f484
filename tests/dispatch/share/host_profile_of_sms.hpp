#pragma once

#include <cstdint>

#include "sim/model/device.hpp"
#include "tests/dispatch/host_profile.hpp"

namespace warpshop::test {

/// What says of every kernel what its CTAs take and how it scales.
inline Device profile_of_sms() {
  Device device = host_profile();
  device.sm.emplace();
  device.sm->count = 2;
  device.sm->ctas = 16;
  device.sm->threads = 2048;
  device.sm->registers = 65536;
  device.sm->shared_memory = Bytes{96 << 10};
  for (auto& [name, model] : device.kernels) {
    const gpu::Code& code = kernels::find(name)->code;
    model.cta =
        CtaResources{.threads = code.threads, .registers = 32, .shared_memory = code.shared_memory, .per_sm = 4};
    model.category = kernels::find(name)->category;
    for (const std::int64_t ctas : {1, 4}) {
      model.by_ctas.push_back({ctas, {100.0 * static_cast<double>(ctas)}});
    }
  }
  return device;
}

}  // namespace warpshop::test
