// Tasks over CPU and GPU on their way through what the commands do.
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/compared_problems.hpp"
#include "sim/study/draw_assumed.hpp"
#include "tests/study/fast_engine.hpp"

namespace warpshop::study {
namespace {

/// The k20c has 13 SMs, each assumed to do what 8 threads do: of 52 threads each does what 1/104 of the GPU does, so
/// all half of it. Of 1280 elements the GPU's 640 take 6.4 ms, the CPU's 12.8. The others end at 8.4, 10.4, 12.4.
constexpr const char* kOptions =
    "schema: warpshop.workload/1\nname: options\ntasks:\n"
    "  - {name: options, kernel: {time: 12.8 ms, elements: 1280, split: static, cpu: {threads: 52, overhead: 0 ms}}}\n"
    "  - {name: other, kernel: 2 ms, count: 3}\n";

Workload options_workload() {
  std::istringstream stream(kOptions);
  return io::parse_workload(stream, "w.yaml");
}

const SetDevices& two_devices(std::size_t device) {
  static const std::vector<SetDevices> both{{.name = "k20c", .devices = {files::find_device("k20c")}},
                                            {.name = "titanx", .devices = {files::find_device("titanx")}}};
  return both.at(device);
}

Comparison compared_on(const ComparedProblems& all, std::size_t device, const PlanningOptions& planning) {
  return compare(all.problems[device], all.policies[device].chosen,
                 planning.comparison(test::fast_engine(), all.options, two_devices(device).name),
                 [](const auto& /*text*/) {});
}

TEST(SplitTasksStudy, EachDeviceHasItsOwnSteps) {
  const Workload workload = options_workload();
  const std::vector<SetDevices> devices{two_devices(0), two_devices(1)};
  const PlanningOptions planning{.jobs = 1};
  const ComparedProblems all = compared_problems(workload, devices, {"fifo"}, planning, Shown::each);
  const Comparison k20c = compared_on(all, 0, planning);
  EXPECT_NEAR(k20c.results.front().cost.count(), 12.8, 1e-9);
  EXPECT_EQ(k20c.basis.assumed, std::vector<std::string>{"tasks.options.cpu.rate"});
  // The titanx has 28 SMs, so its threads do less of what it does: 640 elements in 12.8 * 28 / 13 ms.
  EXPECT_NEAR(compared_on(all, 1, planning).results.front().cost.count(), 12.8 * 28 / 13, 1e-9);
  std::string notes;
  for (const Note& note : all.notes) {
    notes += note.line() + '\n';
  }
  EXPECT_NE(notes.find("options on k20c: options goes over CPU and GPU in 1 step, 50.0 % of it on the GPU: alone it "
                       "takes 12.8 ms so, and 12.8 ms on the GPU (the CPU's rate is assumed: 6.4 to 51.2 ms over its "
                       "range)"),
            std::string::npos)
      << notes;
}

TEST(SplitTasksStudy, AnAssumedCpuIsDrawn) {
  const Workload workload = options_workload();
  const std::vector<SetDevices> devices{two_devices(0)};
  const PlanningOptions planning{.jobs = 1};
  const ComparedProblems all = compared_problems(workload, devices, {"fifo"}, planning, Shown::each);
  const Comparison comparison = compared_on(all, 0, planning);
  const Uncertainty drawn = uncertainty(all.problems[0], all.planned(workload, 0), devices[0].devices[0], comparison,
                                        {.draws = 2000}, [](const auto& /*text*/) {});
  ASSERT_EQ(drawn.values.size(), 1U);
  EXPECT_EQ(drawn.values.front().path, "tasks.options.cpu.rate");
  EXPECT_EQ(drawn.values.front().low, 0.25);
  EXPECT_EQ(drawn.values.front().high, 4);
  EXPECT_TRUE(drawn.not_drawn.empty());
  // Never below what the GPU does. 5 % of the draws are above 12.8 ms / (16^0.05 / 4), about.
  EXPECT_NEAR(drawn.cost.low.count(), 12.4, 1e-9);
  EXPECT_NEAR(drawn.cost.high.count(), 12.8 * 4 / std::pow(16, 0.05), 2);
}

}  // namespace
}  // namespace warpshop::study
