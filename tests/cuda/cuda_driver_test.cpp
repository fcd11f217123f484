// The CUDA backend, from the code that nvcc made to the last call, on a CUDA runtime that is stricter than CUDA's.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/backend.hpp"
#include "kernels/gpu/bsu_set.hpp"
#include "kernels/gpu/persistent_run.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"
#include "tests/support/cuda_runtime/runtime.hpp"
#include "tests/support/kernel_on_device.hpp"

namespace warpshop::gpu {
namespace {

using test::KernelOnDevice;
using test::cuda::Runtime;

class CudaBackend : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { Runtime::begin_anew(""); }
  void TearDown() override {
    Runtime::the().end();
    EXPECT_EQ(Runtime::the().complaints(), std::vector<std::string>());
    Runtime::begin_anew("");
  }
};

TEST_P(CudaBackend, ComputesWhatItsCpuVersionDoesInPlainForm) {
  const kernels::Kernel& kernel = *kernels::find(GetParam());
  const Device device = kernels::open_cuda(0);
  const KernelOnDevice on(device, kernel, kernel.small_elements);
  const Stream stream(device);
  on.submit(stream);
  stream.synchronize();
  EXPECT_TRUE(on.correct());
}

TEST_P(CudaBackend, ComputesWhatItsCpuVersionDoesInPersistentForm) {
  const kernels::Kernel& kernel = *kernels::find(GetParam());
  for (const char* clock : {"", "clock=real"}) {
    Runtime::begin_anew(clock);
    const Device device = kernels::open_cuda(0);
    const KernelOnDevice on(device, kernel, kernel.small_elements);
    const PersistentRun run(device, on.layout.subtasks);
    const Stream stream(device);
    stream.copy(on.input, on.host_input);
    run.reset(stream);
    stream.launch(kernel.code, on.arguments, 3, run.control(on.layout.subtasks / 2));
    stream.synchronize();
    EXPECT_GE(run.taken(stream), on.layout.subtasks / 2);
    const std::uint32_t half = on.layout.subtasks / 2;
    // Those that found nothing left have counted on; the rest begins where the first half ended.
    Buffer begin(device, Space::pinned, Bytes{2 * sizeof(std::uint32_t)});
    const std::uint32_t words[] = {static_cast<std::uint32_t>(BsuState::run), half};
    std::memcpy(begin.data(), words, sizeof words);
    Buffer control(device, Space::device, begin.size());
    stream.copy(control, begin);
    const auto* const state = reinterpret_cast<const std::uint32_t*>(control.data());
    stream.launch(
        kernel.code, on.arguments, 2,
        Control{.state = state, .next_subtask = const_cast<std::uint32_t*>(state) + 1, .subtasks = on.layout.subtasks});
    stream.copy(on.host_output, on.output);
    stream.synchronize();
    EXPECT_TRUE(on.correct()) << clock;
  }
}

TEST_P(CudaBackend, ComputesWhatItsCpuVersionDoesInBsusThatAreEvicted) {
  const kernels::Kernel& kernel = *kernels::find(GetParam());
  Runtime::begin_anew("clock=real");
  const Device device = kernels::open_cuda(0);
  const KernelOnDevice on(device, kernel, kernel.small_elements);
  const Stream stream(device);
  stream.copy(on.input, on.host_input);
  stream.synchronize();
  SubtaskCounters counters(device, 1);
  BsuPool pool(device, 1);
  BsuSet bsus(pool, on.layout.subtasks, counters.next());
  while (!bsus.over()) {
    BsuSet::Bsu& evicted = bsus.launch(kernel.code, on.arguments, 2);
    BsuSet::evict(evicted);
    bsus.launch(kernel.code, on.arguments, 1, {.first_sm = 0, .sms = 1}).stream.synchronize();
    evicted.stream.synchronize();
  }
  stream.copy(on.host_output, on.output);
  stream.synchronize();
  EXPECT_TRUE(on.correct());
}

TEST_P(CudaBackend, KnowsWhatAKernelTakes) {
  const kernels::Kernel& kernel = *kernels::find(GetParam());
  const Device device = kernels::open_cuda(0);
  for (const Form form : {Form::plain, Form::persistent}) {
    const Resources resources = device.resources(kernel.code, form);
    EXPECT_EQ(resources.threads, kernel.code.threads);
    EXPECT_EQ(resources.registers_per_thread, 32);
    EXPECT_GE(resources.shared_memory, kernel.code.shared_memory);
    EXPECT_GE(resources.ctas_per_sm, 1);
  }
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const kernels::Kernel& kernel : kernels::all()) {
    names.emplace_back(kernel.code.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Kernels, CudaBackend, testing::ValuesIn(names()),
                         [](const auto& tested) { return tested.param; });

TEST(CudaDriver, SaysWhatTheDeviceIs) {
  Runtime::begin_anew("driver=13010");
  const Device device = kernels::open_cuda(0);
  const Properties& chip = device.properties();
  EXPECT_EQ(chip.name, "Test GPU");
  EXPECT_EQ(chip.uuid, "GPU-101f2e3d-4c5b-6a79-8897-a6b5c4d3e2f1");
  EXPECT_EQ(chip.compute_major, 9);
  EXPECT_EQ(chip.driver, "CUDA 13.1");
  EXPECT_EQ(chip.runtime, "CUDA 13.0");
  EXPECT_EQ(chip.pci_address, "0000:c1:00.0");
  EXPECT_EQ(chip.clocks, "1980 MHz, memory 2619 MHz");
}

/// What opening the device says.
std::string refusal(const std::string& told, int number = 0) {
  Runtime::begin_anew(told);
  try {
    kernels::open_cuda(number);
    return "";
  } catch (const DeviceError& error) {
    return (error.kind() == DeviceError::Kind::absent ? "absent: " : "") + std::string(error.what());
  }
}

TEST(CudaDriver, SaysWhyThereIsNoDevice) {
  EXPECT_EQ(refusal("driver=0"), "absent: no CUDA device: no NVIDIA driver is installed");
  EXPECT_EQ(refusal("", 1), "absent: no CUDA device 1: this machine has 1");
  EXPECT_NE(refusal("driver=12040").find("12.4"), std::string::npos) << refusal("driver=12040");
  EXPECT_NE(refusal("driver=12040").find("13.0"), std::string::npos);
  EXPECT_NE(refusal("cudaGetDeviceCount=cudaErrorNoDevice").find("cudaErrorNoDevice"), std::string::npos);
  EXPECT_NE(refusal("cudaGetDeviceCount=cudaErrorSystemNotReady").find("fabric"), std::string::npos);
  EXPECT_EQ(refusal("cudaFree:1=cudaErrorDevicesUnavailable").rfind("absent: open the device: ", 0), 0U);
}

TEST(CudaDriver, MeasuresTimeBetweenEvents) {
  Runtime::begin_anew("");
  {
    const Device device = kernels::open_cuda(0);
    const Stream stream(device);
    const Stream other(device);
    const Event begin(device);
    const Event end(device);
    const Buffer host(device, Space::pinned, Bytes{3'000'000});
    const Buffer on_device(device, Space::device, host.size());
    stream.record(begin);
    stream.copy(on_device, host);
    stream.record(end);
    other.wait(end);
    other.copy(host, on_device);
    EXPECT_FALSE(end.reached());
    end.synchronize();
    EXPECT_TRUE(end.reached());
    EXPECT_NEAR(elapsed(begin, end).count(), 10.1, 1e-5);  // 3 MB at 300 MB/s, and 0.1 ms
    other.synchronize();
  }
  Runtime::the().end();
  EXPECT_EQ(Runtime::the().complaints(), std::vector<std::string>());
}

TEST(CudaDriver, CopiesPageableMemory) {
  Runtime::begin_anew("clock=real");
  {
    const Device device = kernels::open_cuda(0);
    const Stream stream(device);
    const Buffer from(device, Space::pageable, Bytes{1000});
    const Buffer to(device, Space::pageable, Bytes{1000});
    const Buffer on_device(device, Space::device, Bytes{1000});
    std::memset(from.data(), 5, 1000);
    std::memset(to.data(), 0, 1000);
    stream.copy(on_device, from);
    stream.copy(to, on_device);
    EXPECT_EQ(std::memcmp(from.data(), to.data(), 1000), 0);  // it holds its caller
  }
  Runtime::the().end();
  EXPECT_EQ(Runtime::the().complaints(), std::vector<std::string>());
}

/// What work on the device says that goes wrong, and where.
std::string failure(const std::string& told) {
  Runtime::begin_anew(told);
  try {
    const Device device = kernels::open_cuda(0);
    const kernels::Kernel& kernel = *kernels::find("vector_add");
    const KernelOnDevice on(device, kernel, kernel.small_elements);
    const Event end(device);
    const Stream stream(device);
    const Buffer mapped(device, Space::mapped, Bytes{16});
    on.submit(stream);
    stream.record(end);
    end.synchronize();
    return "";
  } catch (const DeviceError& error) {
    return error.what();
  }
}

TEST(CudaDriver, SaysWhatFailedAndGivesBackWhatItHas) {
  for (const auto& [told, said] : std::vector<std::pair<std::string, std::string>>{
           {"cudaMalloc:2=cudaErrorMemoryAllocation", "on the device: out of memory (cudaErrorMemoryAllocation)"},
           {"cudaMallocHost:1=cudaErrorMemoryAllocation", "of pinned memory: out of memory"},
           {"cudaHostAlloc:1=cudaErrorMemoryAllocation", "allocate 16 B of mapped memory: out of memory"},
           {"cudaHostGetDevicePointer:1=cudaErrorInvalidValue", "of mapped memory: invalid argument"},
           {"cudaStreamCreateWithPriority:1=cudaErrorMemoryAllocation", "create a stream: out of memory"},
           {"cudaEventCreate:1=cudaErrorMemoryAllocation", "create an event: out of memory"},
           {"cudaMemcpyAsync:2=cudaErrorInvalidValue", "copy: invalid argument"},
           {"cudaLaunchKernel:1=cudaErrorLaunchOutOfResources", "launch kernel vector_add: too many resources"},
           {"kernel:1=cudaErrorIllegalAddress",
            "a command that was under way failed: an illegal memory access was encountered (cudaErrorIllegalAddress); "
            "told at: synchronize"},
           {"kernel:1=cudaErrorLaunchFailure", "a command that was under way failed: unspecified launch failure"},
           {"cudaMemcpyAsync:1=cudaErrorECCUncorrectable", "uncorrectable ECC error"},
           {"cudaEventSynchronize:1=cudaErrorUnknown", "unknown error"}}) {
    EXPECT_NE(failure(told).find(said), std::string::npos) << told << " says " << failure(told);
    Runtime::the().end();
    EXPECT_EQ(Runtime::the().complaints(), std::vector<std::string>()) << told;
  }
  EXPECT_EQ(failure(""), "");
}

}  // namespace
}  // namespace warpshop::gpu
