#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kernel.hpp"

namespace warpshop::kernels {
namespace {

/// Memory of both sides of a kernel, the output first filled with what no kernel writes.
struct Memory {
  Memory(const Kernel& kernel, std::int64_t elements) {
    const Layout layout = kernel.layout(elements);
    input.resize(static_cast<std::size_t>(layout.input.count));
    output.assign(static_cast<std::size_t>(layout.output.count), std::byte{0xFF});
    expected = output;
    subtasks = layout.subtasks;
    kernel.fill(input, elements, 2023);
    kernel.reference(input, expected, elements);
  }

  std::vector<std::byte> input, output, expected;
  std::uint32_t subtasks = 0;
};

std::vector<std::int64_t> sizes(const Kernel& kernel) {
  const std::int64_t small = kernel.small_elements / kernel.unit;
  return {kernel.unit, 3 * kernel.unit, small * kernel.unit, (small + 1) * kernel.unit};
}

class EveryKernel : public testing::TestWithParam<std::string> {
 protected:
  const Kernel& kernel() const { return *find(GetParam()); }
};

TEST_P(EveryKernel, PlainFormComputesWhatItsCpuVersionDoes) {
  for (const std::int64_t elements : sizes(kernel())) {
    SCOPED_TRACE(elements);
    Memory memory(kernel(), elements);
    const gpu::Arguments arguments = kernel().bind(memory.input.data(), memory.output.data(), elements);
    for (std::uint32_t subtask = memory.subtasks; subtask-- > 0;) {  // in no particular order
      kernel().code.run_plain(0, arguments.data(), subtask);
    }
    EXPECT_LE(kernel().error(memory.expected, memory.output), kernel().tolerance);
  }
}

TEST_P(EveryKernel, PersistentFormGoesOnWhereItWasEvicted) {
  const std::int64_t elements = kernel().small_elements;
  Memory memory(kernel(), elements);
  const gpu::Arguments arguments = kernel().bind(memory.input.data(), memory.output.data(), elements);
  auto state = static_cast<std::uint32_t>(gpu::BsuState::evict);
  std::uint32_t next = 0;
  gpu::Control control{.state = &state, .next_subtask = &next, .subtasks = memory.subtasks};
  kernel().code.run_persistent(0, arguments.data(), control);
  EXPECT_EQ(next, 0U);  // evicted before its first subtask
  state = static_cast<std::uint32_t>(gpu::BsuState::run);
  control.subtasks = memory.subtasks / 2;  // ends early, as if evicted there
  kernel().code.run_persistent(0, arguments.data(), control);
  next = control.subtasks;
  control.subtasks = memory.subtasks;
  kernel().code.run_persistent(0, arguments.data(), control);
  EXPECT_LE(kernel().error(memory.expected, memory.output), kernel().tolerance);
}

TEST_P(EveryKernel, ErrorSeesAWrongOutput) {
  Memory memory(kernel(), kernel().small_elements);
  EXPECT_EQ(kernel().error(memory.expected, memory.expected), 0);
  std::vector<std::byte> wrong = memory.expected;
  wrong[wrong.size() - 1] ^= std::byte{0x40};
  EXPECT_GT(kernel().error(memory.expected, wrong), kernel().tolerance);
}

TEST_P(EveryKernel, FillDependsOnTheSeedAlone) {
  const std::int64_t elements = kernel().small_elements;
  std::vector<std::byte> first(static_cast<std::size_t>(kernel().layout(elements).input.count));
  std::vector<std::byte> second = first;
  kernel().fill(first, elements, 7);
  kernel().fill(second, elements, 7);
  EXPECT_EQ(first, second);
  kernel().fill(second, elements, 8);
  EXPECT_NE(first, second);
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const Kernel& kernel : all()) {
    names.emplace_back(kernel.code.name);
  }
  return names;
}
INSTANTIATE_TEST_SUITE_P(Registry, EveryKernel, testing::ValuesIn(names()),
                         [](const auto& parameter) { return parameter.param; });

TEST(Registry, FindsKernelsByNameAndNothingElse) {
  EXPECT_EQ(find("vector_add")->code.name, "vector_add");
  EXPECT_EQ(find("vector-add"), nullptr);
}

}  // namespace
}  // namespace warpshop::kernels
