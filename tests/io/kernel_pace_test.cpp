// What a kernel says of how its speed changes: `phases` and `jitter`.
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/io/workload/read_workload.hpp"
#include "sim/io/workload/write_workload.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

Workload paced(const std::string& keys) {
  std::istringstream text(
      "schema: warpshop.workload/1\nname: x\nhorizon: 1 s\nclients:\n- name: a\n  arrivals: {closed: 1}\n  request:\n"
      "    kernel: {time: 9 ms, ctas: 4000, threads: 128, " +
      keys + "}\n");
  return parse_workload(text, "w.yaml");
}

std::string pace_mistake(const std::string& keys) {
  try {
    paced(keys);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(KernelPace, IsRead) {
  const KernelPace pace =
      *paced("phases: [{part: 30 %, speed: 1.2}, {part: 70 %, speed: 0.9}], jitter: {deviation: 5 %, every: 10 us}")
           .tasks.at(0)
           .kernel->pace;
  EXPECT_EQ(pace.phases, (std::vector<KernelPhase>{{0.3, 1.2}, {0.7, 0.9}}));
  EXPECT_EQ(pace.jitter, (Jitter{.deviation = 0.05, .every = Millis{0.01}}));
  EXPECT_EQ(paced("registers: 8").tasks.at(0).kernel->pace, nullptr);
}

TEST(KernelPace, IsWrittenAsItIsRead) {
  const Workload workload =
      paced("phases: [{part: 12.5 %, speed: 3}, {part: 87.5 %, speed: 0.1}], jitter: {deviation: 7 %, every: 3 ms}");
  std::stringstream text;
  write_workload(text, workload);
  EXPECT_EQ(*parse_workload(text, "again").tasks.at(0).kernel->pace, *workload.tasks.at(0).kernel->pace);
}

TEST(KernelPace, MistakesAreNamedWhereTheyStand) {
  const auto expect = [](const std::string& keys, const std::string& message) {
    EXPECT_EQ(pace_mistake(keys), "w.yaml:8:" + message) << keys;
  };
  expect("phases: [{part: 30 %, speed: 1}]", "60: phases that add up to 30 %, expected 100 %");
  expect("phases: [{part: 0 %, speed: 1}]", "68: '0 %' is out of range, expected above 0 % and up to 100 %");
  expect("phases: [{part: 100 %, speed: 0.001}]", "82: '0.001' is out of range, expected 0.01 to 100");
  expect("phases: [{part: 100 %}]", "61: a phase of a kernel without speed, expected it here");
  expect("jitter: {deviation: 51 %, every: 1 ms}", "72: '51 %' is out of range, expected 0 % to 50 %");
  expect("jitter: {deviation: 5 %}", "60: the jitter of a kernel without every, expected it here");
}

std::string task_mistake(const std::string& kernel) {
  std::istringstream text("schema: warpshop.workload/1\nname: x\ntasks:\n- name: a\n  kernel: " + kernel + "\n");
  try {
    parse_workload(text, "w.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(KernelPace, IsOfKernelsThatCanShare) {
  EXPECT_EQ(task_mistake("{time: 9 ms, phases: [{part: 100 %, speed: 1}]}"),
            "w.yaml:5:32: phases of a kernel that is only a duration, expected its ctas and threads as well");
  EXPECT_EQ(task_mistake("{name: mm, elements: 5, phases: [{part: 100 %, speed: 1}]}"), "");
}

TEST(KernelPace, JitterIsOfClientsAlone) {
  EXPECT_EQ(task_mistake("{name: mm, elements: 5, jitter: {deviation: 5 %, every: 1 ms}}"),
            "w.yaml:5:11: the kernel of the task 'a' has jitter, expected that of clients alone");
}

}  // namespace
}  // namespace warpshop::io
