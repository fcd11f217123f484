// What a kernel says that it uses of the GPU: `compute` and `memory`.
#include <optional>
#include <sstream>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "sim/io/workload/read_workload.hpp"
#include "sim/io/workload/write_workload.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

Workload with_kernel(const std::string& keys) {
  std::istringstream text(
      "schema: warpshop.workload/1\nname: x\ntasks:\n- name: a\n  kernel: {time: 9 ms, ctas: 4000, " + keys + "}\n");
  return parse_workload(text, "w.yaml");
}

KernelShape shape_of(const Workload& workload) {
  return std::get<KernelShape>(workload.tasks.at(0).kernel->work);
}

KernelShape shape_with(const std::string& keys) {
  return shape_of(with_kernel("threads: 128" + keys));
}

std::string mistake_of(const std::string& keys) {
  try {
    with_kernel("threads: 128, " + keys);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(KernelUse, IsReadInPerCent) {
  const KernelShape both = shape_with(", compute: 95 %, memory: 1.5 %");
  EXPECT_EQ(both.use.compute, Utilization{0.95});
  EXPECT_EQ(both.use.memory, Utilization{0.015});
  EXPECT_EQ(shape_with(", compute: 0 %, memory: 100 %").use, (KernelUse{Utilization{0}, Utilization{1}}));
  EXPECT_EQ(shape_with("").use, KernelUse{});
}

TEST(KernelUse, SaysTheCategoryWhereThatIsNotThere) {
  const auto category = [](const std::string& keys) { return shape_with(keys).category; };
  EXPECT_EQ(category(", compute: 20 %, memory: 92 %"), Category::memory_bound);
  EXPECT_EQ(category(", compute: 95 %, memory: 1 %"), Category::compute_bound);
  EXPECT_EQ(category(", compute: 60 %, memory: 60 %"), Category::compute_bound);
  EXPECT_EQ(category(", compute: 60 %, memory: 60 %, category: memory_bound"), Category::memory_bound);
  EXPECT_EQ(category(", memory: 92 %"), Category::memory_bound);
  EXPECT_EQ(category(", memory: 50 %"), Category::memory_bound);
  EXPECT_EQ(category(", memory: 49 %"), Category::compute_bound);
  EXPECT_EQ(category(", memory: 49 %, category: memory_bound"), Category::memory_bound);
  EXPECT_EQ(category(", compute: 5 %"), Category::compute_bound);
  EXPECT_EQ(category(", compute: 5 %, category: memory_bound"), Category::memory_bound);
}

TEST(KernelUse, MayNotContradictTheCategory) {
  EXPECT_EQ(mistake_of("category: memory_bound, compute: 95 %, memory: 1 %"),
            "w.yaml:5:60: 'memory_bound' is not what limits a kernel with this compute and memory, expected "
            "compute_bound, or none");
  EXPECT_NE(mistake_of("category: compute_bound, compute: 20 %, memory: 92 %"), "");
  EXPECT_NE(mistake_of("category: compute_bound, memory: 92 %"), "");
}

TEST(KernelUse, IsWithinZeroAndAHundredPerCent) {
  EXPECT_EQ(mistake_of("memory: 101 %"),
            "w.yaml:5:58: '101 %' is out of range, expected a number with %, 0 % to 100 %");
  EXPECT_NE(mistake_of("compute: -1 %"), "");
  EXPECT_NE(mistake_of("compute: 0.95"), "");
  EXPECT_NE(mistake_of("compute: nan %"), "");
}

TEST(KernelUse, NeedsToKnowTheCtas) {
  std::istringstream text(
      "schema: warpshop.workload/1\nname: x\ntasks:\n- {name: a, kernel: {time: 9 ms, compute: 95 %}}\n");
  EXPECT_THROW(parse_workload(text, "w.yaml"), InputError);
}

TEST(KernelUse, IsReadAgainAsItWasWritten) {
  for (const char* const keys : {", compute: 95 %, memory: 1 %", ", compute: 7 %, memory: 92.3 %", ", memory: 60 %",
                                 ", memory: 0 %", ", compute: 60 %, memory: 60 %, category: memory_bound",
                                 ", compute: 100 %", ", memory: 3 %, category: memory_bound"}) {
    const Workload workload = with_kernel("threads: 128" + std::string(keys));
    std::ostringstream out;
    write_workload(out, workload);
    std::istringstream text(out.str());
    const KernelShape again = shape_of(parse_workload(text, "w.yaml"));
    EXPECT_EQ(again.use, shape_of(workload).use) << out.str();
    EXPECT_EQ(again.category, shape_of(workload).category) << out.str();
  }
}

}  // namespace
}  // namespace warpshop::io
