#include "dispatch/serving/served_task.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dispatch/plan/realise.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "tests/dispatch/proxy/proxy_tasks.hpp"

namespace warpshop::dispatch {
namespace {

Workload served_workload(const std::string& tasks) {
  std::istringstream text("schema: warpshop.workload/1\nname: test\ntasks:\n" + tasks);
  return realise(io::parse_workload(text, "test.yaml"), test::fast_profile());
}

std::vector<ServedTask> served(const std::string& tasks) {
  return served_tasks(test::fast_device(), served_workload(tasks), false);
}

TEST(ServedTasks, AreOneForEachTaskOfTheFileHoweverOftenItIsRepeated) {
  const auto tasks = served("  - {name: a, h2d: 4 KiB, count: 9999999}\n  - {name: b, d2h: 4 KiB}\n");
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].name(), "a");
  EXPECT_EQ(tasks[0].repeats(), 9'999'999U);
  EXPECT_EQ(tasks[1].name(), "b");
  EXPECT_EQ(tasks[1].repeats(), 1U);
}

TEST(ServedTasks, ThatCopyNothingAreKernelsThatLaunchNothing) {
  for (const std::string stages : {"h2d: 0 B", "d2h: 0 B", "h2d: 0 B, d2h: 0 B"}) {
    const auto tasks = served("  - {name: a, " + stages + "}\n");
    const ProxyTask task = tasks.at(0).once({}, {});
    EXPECT_FALSE(task.h2d || task.d2h) << stages;
    EXPECT_TRUE(task.launch) << stages << ": a proxy takes no task without a stage";
  }
}

TEST(ServedTasks, ForWhichThereIsNoMemoryAreNamed) {
  Workload large = served_workload("  - {name: a, h2d: 4 KiB}\n  - {name: b, h2d: 1 GiB}\n");
  large.tasks[1].h2d->amount = Bytes{std::int64_t{1} << 53};  // realise() takes less
  try {
    served_tasks(test::fast_device(), large, false);
    FAIL() << "it was allocated";
  } catch (const DeviceError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("test.yaml:5:5: task 'b': allocate ")) << error.what();
  }
}

}  // namespace
}  // namespace warpshop::dispatch
