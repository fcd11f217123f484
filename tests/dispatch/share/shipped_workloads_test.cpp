// The shipped workloads of kernels that share, each CTA by itself on the chip that a profile describes: predicted
// against measured makespan.
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/files/device_store.hpp"
#include "sim/model/what_if.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/dispatch/share/played.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::dispatch {
namespace {

struct Shipped {
  const char* file;
  const char* device;
  std::uint32_t copies;
  double within;           ///< of 1: measured over predicted, where nobody decides by what is seen in a window
  double measured_within;  ///< the same where somebody does
};

/// Of `decode`, 52 CTAs on 28 SMs, the simulator has all end together, after the time that its task says; here those
/// that share an SM end after those that do not. A window of 0.33 ms sees no subtask of 1.5 ms end, or all of them:
/// hardware counts whole ones, the simulator also what is done of those in hand.
constexpr std::array kShipped{Shipped{"two-kernels", "titanx", 1, 0.01, 0.01},
                              Shipped{"eight-kernels", "titanx", 1, 0.015, 0.02},
                              Shipped{"described-kernels", "titanx", 1, 0.025, 0.08},
                              Shipped{"described-kernels", "h100-80gb-hbm3", 1, 0.01, 0.08},
                              Shipped{"described-kernels", "h100-sxm", 1, 0.015, 0.145},
                              Shipped{"half-busy", "titanx", 2, 0.001, 0.001},
                              Shipped{"half-busy", "h100-80gb-hbm3", 2, 0.01, 0.01}};

/// What `compare` recommends of the ways that can be dispatched, and of those that set anew while kernels run.
TEST(ShippedWorkloads, TakeAsLongAsPredicted) {
  std::vector<double> errors;
  for (const Shipped& shipped : kShipped) {
    const Device device = files::find_device(shipped.device);
    const Workload workload =
        changed(test::shipped_workload(fmt::format("co-execution/{}.yaml", shipped.file)), {.copies = shipped.copies});
    Instance instance = resolve(workload, device);
    evaluate::prepare_sharing(instance, device);
    const auto compare = [&](const char* policy, double within) {
      const Plan plan = find_in(share::policies(), policy)->plan(instance, {}).plan;
      const Timeline predicted = evaluate::timeline(instance, plan);
      Played played(instance, device);
      const Timeline measured = played.run(plan);
      EXPECT_TRUE(played.each_subtask_once());
      const double error = measured.makespan / predicted.makespan - 1;
      std::cout << fmt::format("{:18} {:15} {:12} {:+.2f} %\n", shipped.file, shipped.device, policy, 100 * error);
      EXPECT_NEAR(error, 0, within) << shipped.file << ' ' << shipped.device << ' ' << policy;
      errors.push_back(std::abs(error));
    };
    for (const char* policy : {"joint", "smk", "smt", "leftover", "sequential", "spart", "edf"}) {
      compare(policy, shipped.within);
    }
    for (const char* policy : {"flexsched", "hpsm-fair", "hsm-fair", "hpsm-fair-smt", "hsm-fair-smt"}) {
      compare(policy, shipped.measured_within);
    }
    if (test::kSanitized) {
      break;
    }
  }
  std::sort(errors.begin(), errors.end());
  std::cout << fmt::format("{} makespans: error {:.2f} % in the median, {:.2f} % at worst\n", errors.size(),
                           100 * errors[errors.size() / 2], 100 * errors.back());
}

}  // namespace
}  // namespace warpshop::dispatch
