#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "tests/support/cases.hpp"

namespace warpshop::io {
namespace {

constexpr int kTasks = test::size(262'000);  // as vectors grow by powers of two, a quarter of what a million takes
constexpr int kMany = test::size(100'000);
constexpr bool kMemoryCounts = !test::kSanitized;
constexpr double kKilobytesOfALine = 0.7;
constexpr double kKilobytesWhole = 1.4;  // where what is read stays until all is: one line of JSON, who waits for whom

/// Of /proc/self/status: VmRSS, what is in memory now, or VmHWM, the most that was.
long kilobytes(const std::string& what) {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word && word != what + ':') {
  }
  long amount = 0;
  status >> amount;
  return amount;
}

/// Takes no more memory than it may, whatever other tests took before.
Workload parse_within_memory(std::istream& text, double kilobytes_allowed) {
  std::ofstream("/proc/self/clear_refs") << 5;  // the most is what it is now
  const long before = kilobytes("VmRSS");
  Workload workload = parse_workload(text, "file");
  if (kMemoryCounts) {
    EXPECT_LT(static_cast<double>(kilobytes("VmHWM") - before), kilobytes_allowed);
  }
  return workload;
}

TEST(ManyTasks, OnALineEachLoadWithinMemory) {
  std::stringstream text;
  text << "schema: warpshop.workload/1\nname: many\ntasks:\n";
  for (int task = 0; task < kTasks; ++task) {
    text << "- {name: t" << task << ", h2d: 1 ms, kernel: 2 ms, d2h: 1 ms}\n";
  }
  EXPECT_EQ(parse_within_memory(text, kKilobytesOfALine * kTasks).size(), std::size_t{kTasks});
}

TEST(ManyTasks, InOneLineOfJsonLoadWithinMemory) {
  std::stringstream text;
  text << R"({"schema":"warpshop.workload/1","name":"many","tasks":[{"name":"t","kernel":"1 ms"})";
  for (int task = 1; task < kMany; ++task) {
    text << R"(,{"name":"t)" << task << R"(","kernel":"1 ms"})";
  }
  text << "]}";
  EXPECT_EQ(parse_within_memory(text, kKilobytesWhole * kMany).size(), std::size_t{kMany});
}

TEST(ManyTasks, MayWaitForEachOtherInAChain) {
  std::stringstream text;
  text << "schema: warpshop.workload/1\nname: many\ntasks:\n- {name: t0, kernel: 1 s}\n";
  for (int task = 1; task < kMany; ++task) {
    text << "- {name: t" << task << ", kernel: 1 s, after: t" << task - 1 << "}\n";
  }
  EXPECT_EQ(parse_within_memory(text, kKilobytesWhole * kMany).size(), std::size_t{kMany});
}

TEST(ManyTasks, MayCloseACycleThatIsNamed) {
  constexpr int tasks = kMany / 10;
  std::stringstream text;
  text << "schema: warpshop.workload/1\nname: many\ntasks:\n";
  for (int task = 0; task < tasks; ++task) {
    text << "- {name: t" << task << ", kernel: 1 s, after: t" << (task + 1) % tasks << "}\n";
  }
  try {
    parse_workload(text, "file");
    FAIL() << "the cycle was not seen";
  } catch (const InputError& error) {
    const std::string expected =
        "waits for 't2' waits for 't3' waits for 't4' waits for 't5' waits for 't6' waits for 't7' waits for … (" +
        std::to_string(tasks) + " tasks in all) waits for 't0', expected none";
    EXPECT_NE(std::string{error.what()}.find(expected), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace warpshop::io
