// What a kernel says that goes in steps over CPU and GPU: `split` and `cpu`.
#include <sstream>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "sim/io/workload/read_workload.hpp"
#include "sim/io/workload/write_workload.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

Workload split_by(const std::string& kernel, const std::string& more = "") {
  std::istringstream text("schema: warpshop.workload/1\nname: x\ntasks:\n- name: a\n  kernel: {" + kernel + "}\n" +
                          more);
  return parse_workload(text, "w.yaml");
}

/// Behind `w.yaml:LINE:`, the line of the kernel unless said otherwise.
std::string split_mistake(const std::string& kernel, const std::string& more = "") {
  try {
    split_by(kernel, more);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(KernelSplit, IsReadBesideATimeAShapeOrAName) {
  const KernelSpec timed = *split_by("time: 12 ms, elements: 1000, split: cap").tasks.at(0).kernel;
  EXPECT_EQ(std::get<Millis>(timed.work), Millis{12});
  EXPECT_EQ(timed.split->policy, "cap");
  EXPECT_EQ(timed.split->elements, 1000);
  EXPECT_EQ(timed.split->threads, 1);
  EXPECT_FALSE(timed.split->rate);
  EXPECT_FALSE(timed.split->overhead);
  EXPECT_EQ(timed.split->mark.line, 5U);
  EXPECT_EQ(timed.split->mark.column, 48U);
  const KernelSpec shaped =
      *split_by("time: 12 ms, ctas: 40, threads: 256, elements: 1000, split: quick, cpu: {rate: 20 /ms, threads: 8}")
           .tasks.at(0)
           .kernel;
  EXPECT_EQ(std::get<KernelShape>(shaped.work).ctas, 40);
  EXPECT_EQ(shaped.split->rate->value, 20000);
  EXPECT_EQ(shaped.split->threads, 8);
  const KernelSpec named =
      *split_by("name: mm, elements: 64, split: affine, cpu: {overhead: 20 us}").tasks.at(0).kernel;
  EXPECT_EQ(std::get<KernelCall>(named.work).elements, 64);
  EXPECT_EQ(named.split->elements, 64);
  EXPECT_EQ(named.split->overhead, Millis{0.02});
  EXPECT_EQ(split_by("name: mm, elements: 64").tasks.at(0).kernel->split, nullptr);
}

TEST(KernelSplit, IsWrittenAsItIsRead) {
  for (const char* kernel :
       {"time: 12 ms, elements: 1000, split: cap", "name: mm, elements: 64, split: cap, cpu: {rate: 0.7 /us}",
        "time: 12 ms, ctas: 40, threads: 256, elements: 9, split: static, cpu: {threads: 3, overhead: 7 us}"}) {
    const Workload workload = split_by(kernel);
    std::stringstream text;
    write_workload(text, workload);
    const KernelSpec again = *parse_workload(text, "again").tasks.at(0).kernel;
    const KernelSpec& first = *workload.tasks.at(0).kernel;
    EXPECT_EQ(again.work.index(), first.work.index());
    EXPECT_EQ(again.split->policy, first.split->policy);
    EXPECT_EQ(again.split->elements, first.split->elements);
    EXPECT_EQ(again.split->threads, first.split->threads);
    EXPECT_EQ(again.split->rate, first.split->rate);
    EXPECT_EQ(again.split->overhead, first.split->overhead);
  }
}

TEST(KernelSplit, MistakesAreNamedWhereTheyStand) {
  const auto expect = [](const std::string& kernel, const std::string& message) {
    EXPECT_EQ(split_mistake(kernel), "w.yaml:5:" + message) << kernel;
  };
  expect("time: 1 ms, split: cap",
         "31: a split of a kernel that does not say its elements, expected elements: how many it works on");
  expect("time: 1 ms, elements: 0, split: cap", "34: '0' is out of range, expected 1 to 1000000000000");
  expect("name: mm, elements: 0, split: cap", "32: '0' is out of range, expected 1 to 1000000000000");
  expect("elements: 5, split: cap", "11: a map has neither time nor name, expected time, or name and elements");
  expect("time: 1 ms, cpu: {threads: 4}",
         "29: a CPU beside a kernel that runs on the GPU alone, expected split: how it is split, such as cap");
  expect("time: 1 ms, elements: 5, split: cap, cpu: {threads: 0}", "64: '0' is out of range, expected 1 to 1024");
  expect("time: 1 ms, elements: 5, split: cap, cpu: {cores: 4}",
         "55: unknown key 'cores', expected one of: threads, rate, overhead");
  expect("name: mm, elements: 5, phases: [{part: 100 %, speed: 1}], split: cap",
         "77: a split of a kernel whose speed changes, expected it without phases and jitter");
}

TEST(KernelSplit, IsOfATaskByItself) {
  const std::string kernel = "time: 1 ms, elements: 5, split: cap";
  const std::string expected = "w.yaml:5:44: the task 'a' is split over CPU and GPU, and it ";
  EXPECT_EQ(split_mistake(kernel, "  host: 1 ms\n"), expected + "has host time, expected one of the two");
  EXPECT_EQ(split_mistake(kernel, "  footprint: 1 GiB\n"), expected + "has a footprint, expected one of the two");
  EXPECT_EQ(split_mistake(kernel, "  recorded: {start: 0 ms, end: 1 ms}\n"),
            expected + "is recorded, expected one of the two");
  std::istringstream clients(
      "schema: warpshop.workload/1\nname: x\nhorizon: 1 s\nclients:\n- name: a\n  arrivals: {closed: 1}\n"
      "  request: {kernel: {" +
      kernel + "}}\n");
  EXPECT_THROW(parse_workload(clients, "w.yaml"), InputError);
}

}  // namespace
}  // namespace warpshop::io
