#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/co_run.hpp"
#include "sim/model/kernel_model.hpp"
#include "sim/model/units.hpp"

namespace warpshop::study {

/// A part of a kernel's run alone in which it uses the GPU evenly.
struct UsePhase {
  Millis length{0};  ///< > 0
  /// By SharedResource, 0 ≤ … < 1: of the issue slots and the L1 of the SMs that it is on, and of the device's DRAM.
  std::array<double, kSharedResources> use{};
};

/// What launches a grid again and again, so that its CTAs are there all the time, in phases.
struct PhasedKernel {
  std::string name;
  std::size_t application = 0;
  Category category = Category::compute_bound;
  std::int64_t ctas = 1;     ///< ≥ 1
  std::int64_t threads = 1;  ///< of a CTA
  std::vector<UsePhase> phases = {};

  Millis alone() const {
    Millis sum{0};
    for (const UsePhase& phase : phases) {
      sum += phase.length;
    }
    return sum;
  }
};

/// The GPU of S2, as far as the law asks.
struct InterferenceGpu {
  std::int64_t sms = 15;
  std::int64_t threads = 2048;  ///< of an SM
  double bandwidth_gb_s = 256;  ///< GTX 1070, by its vendor: 8 Gbit/s on 256 lines
};

/// CTAs of a kernel on each SM, in the order in which the GPU deals them out: each goes to the SM with the fewest
/// threads so far, of several to the first. threads: of each SM, what is there already; becomes what is there then.
std::vector<std::int64_t> dealt_ctas(const PhasedKernel& kernel, std::vector<std::int64_t>& threads);

}  // namespace warpshop::study
