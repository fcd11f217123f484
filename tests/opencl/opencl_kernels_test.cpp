// Every kernel of the registry as the OpenCL of this machine runs it: PoCL in CI.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"
#include "tests/opencl/opened.hpp"
#include "tests/support/kernel_on_device.hpp"

namespace warpshop::gpu {
namespace {

class OpenclKernel : public testing::TestWithParam<std::string> {
 protected:
  const kernels::Kernel& kernel() const { return *kernels::find(GetParam()); }
};

TEST_P(OpenclKernel, ComputesWhatItsCpuVersionDoes) {
  WARPSHOP_NEEDS_OPENCL();
  const std::int64_t small = kernel().small_elements / kernel().unit;
  for (const std::int64_t units : {std::int64_t{1}, std::int64_t{3}, small, small + 1}) {
    const test::KernelOnDevice on(*test::opencl_device(), kernel(), units * kernel().unit);
    const Stream stream(*test::opencl_device());
    on.submit(stream);
    stream.synchronize();
    EXPECT_TRUE(on.correct()) << units << " units: error " << kernel().error(on.expected, on.host_output.bytes())
                              << ", at most " << kernel().tolerance << " is rounding";
  }
}

TEST_P(OpenclKernel, HasItsPlainFormAlone) {
  WARPSHOP_NEEDS_OPENCL();
  const Resources resources = test::opencl_device()->resources(kernel().code, Form::plain);
  EXPECT_EQ(resources.threads, kernel().code.threads);
  EXPECT_EQ(resources.shared_memory, kernel().code.shared_memory);
  EXPECT_THROW(test::opencl_device()->resources(kernel().code, Form::persistent), DeviceError);
}

std::vector<std::string> names_of_kernels() {
  std::vector<std::string> names;
  for (const kernels::Kernel& kernel : kernels::all()) {
    names.emplace_back(kernel.code.name);
  }
  return names;
}
INSTANTIATE_TEST_SUITE_P(Registry, OpenclKernel, testing::ValuesIn(names_of_kernels()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace warpshop::gpu
