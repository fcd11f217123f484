// The OpenCL backend on whatever OpenCL this machine has: PoCL in CI. Skipped where there is none.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/backend.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"
#include "tests/support/kernel_on_device.hpp"

namespace warpshop::gpu {
namespace {

constexpr Bytes kSize{1 << 20};

/// The first device, opened once: a program of kernels is built for each.
const Device* device() {
  static const Device* const opened = []() -> const Device* {
    try {
      return new Device(kernels::open_opencl(0));
    } catch (const DeviceError& error) {
      if (error.kind() != DeviceError::Kind::absent) {
        throw;
      }
      std::fprintf(stderr, "%s\n", error.what());
      return nullptr;
    }
  }();
  return opened;
}

#define SKIP_WITHOUT_DEVICE()                          \
  if (device() == nullptr) {                           \
    GTEST_SKIP() << "this machine has no OpenCL device"; \
  }

class OpenclKernel : public testing::TestWithParam<std::string> {};

TEST_P(OpenclKernel, ComputesWhatItsCpuVersionDoes) {
  SKIP_WITHOUT_DEVICE();
  const kernels::Kernel& kernel = *kernels::find(GetParam());
  const std::int64_t small = kernel.small_elements / kernel.unit;
  for (const std::int64_t elements : {kernel.unit, 3 * kernel.unit, (small + 1) * kernel.unit}) {
    const test::KernelOnDevice on(*device(), kernel, elements);
    const Stream stream(*device());
    on.submit(stream);
    stream.synchronize();
    EXPECT_TRUE(on.correct()) << elements << " elements, error "
                              << kernel.error(on.expected, on.host_output.bytes()) << ", tolerance "
                              << kernel.tolerance;
  }
}

TEST_P(OpenclKernel, KeepsSharedMemoryOfItsBody) {
  SKIP_WITHOUT_DEVICE();
  const kernels::Kernel& kernel = *kernels::find(GetParam());
  const Resources resources = device()->resources(kernel.code, Form::plain);
  EXPECT_EQ(resources.threads, kernel.code.threads);
  EXPECT_GE(resources.shared_memory, kernel.code.shared_memory);
  EXPECT_EQ(resources.ctas_per_sm, 0);  // which OpenCL does not say
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const kernels::Kernel& kernel : kernels::all()) {
    names.emplace_back(kernel.code.name);
  }
  return names;
}
INSTANTIATE_TEST_SUITE_P(Registry, OpenclKernel, testing::ValuesIn(names()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace warpshop::gpu
