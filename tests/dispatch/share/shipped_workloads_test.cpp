// The shipped workloads of kernels that share, on the chip that their profile describes, CTA by CTA: predicted against
// measured makespan.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dispatch/share/grants.hpp"
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

TEST(ShippedWorkloads, Measure) {
  const char* device_name = std::getenv("TRY_DEVICE");
  const char* only = std::getenv("TRY_POLICY");
  const char* workloads = std::getenv("TRY_WORKLOAD");
  const Device device = files::find_device(device_name ? device_name : "titanx");
  for (const std::string file : {"two-kernels", "described-kernels", "half-busy", "half-busy'2", "eight-kernels"}) {
    if (workloads && file != workloads) continue;
    const bool two = file.ends_with("'2");
    Workload workload = changed(test::shipped_workload("co-execution/" + file.substr(0, file.size() - (two ? 2 : 0)) + ".yaml"), {.copies = two ? 2U : 1U});
    Instance instance = resolve(workload, device);
    evaluate::prepare_sharing(instance, device);
    for (const Policy& policy : share::policies()) {
      Played played(instance, device);
      if (policy.of_clients || dispatch::refusal(*policy.sharing, played.properties()) ||
          share::refusal(policy, workload, {&device, 1})) {
        continue;
      }
      if (only && policy.name != std::string(only)) continue;
      const Plan plan = policy.plan(instance, {}).plan;
      const Timeline predicted = evaluate::timeline(instance, plan);
      const auto start = std::chrono::steady_clock::now();
      const Timeline measured = played.run(plan);
      const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      std::printf("%-18s %-18s predicted %8.3f measured %8.3f error %+6.2f %%  (%.1f s)\n", file.c_str(), policy.name.c_str(),
                  predicted.makespan.count(), measured.makespan.count(), 100 * (measured.makespan / predicted.makespan - 1), took);
      if (std::getenv("TRY_SHOW")) for (std::size_t i = 0; i < measured.intervals.size(); ++i) { const auto& a = predicted.intervals[i]; const auto& b = measured.intervals[i]; std::printf("  task %u %s predicted %.3f..%.3f measured %.3f..%.3f\n", a.task, std::string(name(a.stage)).c_str(), a.start.count(), a.end.count(), b.start.count(), b.end.count()); }
      if (std::getenv("TRY_SHOW")) for (const Timeline* t : {&predicted, &measured}) { std::printf("--\n"); for (const auto& r : t->residencies) std::printf("   task %u SMs %u+%u x%u %.4f..%.4f  %.1f subtasks\n", r.task, r.first_sm, r.sms, r.ctas_per_sm, r.start.count(), r.end.count(), r.subtasks); }
      std::fflush(stdout);
      EXPECT_TRUE(played.each_subtask_once());
    }
  }
}

}  // namespace
}  // namespace warpshop::dispatch
