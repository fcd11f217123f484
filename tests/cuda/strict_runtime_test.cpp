// The CUDA runtime for tests complains of what it is there to find.
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include "kernels/kernel_registry.hpp"
#include "tests/support/cuda_runtime/runtime.hpp"

namespace warpshop::test::cuda {
namespace {

/// What a program uses, given back at the end but for what it was made for.
struct Program {
  Program() {
    cudaMalloc(&on_device, kSize);
    cudaMallocHost(&pinned, kSize);
    cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, 0);
    cudaEventCreate(&event);
  }
  void give_back() const {
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaEventDestroy(event);
    cudaFree(on_device);
    cudaFreeHost(pinned);
  }

  static constexpr std::size_t kSize = 1 << 20;
  void* on_device = nullptr;
  void* pinned = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
};

/// Of a program that does something and gives all back.
std::vector<std::string> complaints_of(const std::function<void(Program&)>& something) {
  Runtime::begin_anew("");
  Program program;
  something(program);
  program.give_back();
  Runtime::the().end();
  const std::vector<std::string> complaints = Runtime::the().complaints();
  Runtime::begin_anew("");
  return complaints;
}

struct Misuse {
  const char* complaint;
  std::function<void(Program&)> something;
};

TEST(StrictRuntime, ComplainsOfEachMisuse) {
  const auto copy_in = [](Program& program, std::size_t size) {
    return cudaMemcpyAsync(program.on_device, program.pinned, size, cudaMemcpyHostToDevice, program.stream);
  };
  const auto launch = [](Program& program, unsigned ctas, unsigned threads) {
    return cudaLaunchKernel(kernels::vector_add_cuda().plain, dim3(ctas), dim3(threads), nullptr, 0, program.stream);
  };
  const std::vector<Misuse> misuses{
      {"a copy of a kind that its memory is not",
       [](Program& program) {
         EXPECT_EQ(cudaMemcpyAsync(program.on_device, program.pinned, 8, cudaMemcpyDeviceToHost, program.stream),
                   cudaErrorInvalidValue);
       }},
      {"a copy goes beyond what was allocated",
       [&](Program& program) { EXPECT_EQ(copy_in(program, Program::kSize + 1), cudaErrorInvalidValue); }},
      {"memory is given back that a stream still reads or writes",
       [&](Program& program) {
         EXPECT_EQ(copy_in(program, Program::kSize), cudaSuccess);
         cudaFree(program.on_device);
         program.on_device = nullptr;
       }},
      {"memory is given back that is none, or not any more",
       [](Program& program) { EXPECT_EQ(cudaFree(program.pinned), cudaErrorInvalidValue); }},
      {"a stream is destroyed that still works",
       [&](Program& program) {
         EXPECT_EQ(copy_in(program, Program::kSize), cudaSuccess);
         cudaStreamDestroy(program.stream);
         cudaStreamCreateWithPriority(&program.stream, cudaStreamNonBlocking, 0);
       }},
      {"a stream waits for an event that was never recorded",
       [](Program& program) { cudaStreamWaitEvent(program.stream, program.event, 0); }},
      {"an event is waited for that was never recorded", [](Program& program) { cudaEventSynchronize(program.event); }},
      {"an event is asked for that was never recorded", [](Program& program) { cudaEventQuery(program.event); }},
      {"kernel vector_add is launched with 0 CTAs of 256 threads",
       [&](Program& program) { EXPECT_EQ(launch(program, 0, 256), cudaErrorInvalidConfiguration); }},
      {"kernel vector_add is launched with 1 CTAs of 128 threads",
       [&](Program& program) { EXPECT_EQ(launch(program, 1, 128), cudaErrorInvalidConfiguration); }},
      {"an allocation of nothing",
       [](Program& /*program*/) {
         void* memory = nullptr;
         EXPECT_EQ(cudaMalloc(&memory, 0), cudaErrorInvalidValue);
       }},
      {"1 blocks of memory were not given back",
       [](Program& /*program*/) {
         void* memory = nullptr;
         EXPECT_EQ(cudaMalloc(&memory, 8), cudaSuccess);
       }},
      {"record an event: there is no such stream, or not any more", [](Program& program) {
         EXPECT_EQ(cudaEventRecord(program.event, reinterpret_cast<cudaStream_t>(&program)),
                   cudaErrorInvalidResourceHandle);
       }}};
  for (const Misuse& misuse : misuses) {
    EXPECT_EQ(complaints_of(misuse.something), std::vector<std::string>{misuse.complaint});
  }
  EXPECT_EQ(complaints_of([](Program& /*program*/) {}), std::vector<std::string>());
}

TEST(StrictRuntime, ComplainsOfWhoeverGoesOnAfterBeingToldThatAllIsLost) {
  Runtime::begin_anew("cudaEventRecord:1=cudaErrorIllegalAddress");
  Program program;
  EXPECT_EQ(cudaEventRecord(program.event, program.stream), cudaErrorIllegalAddress);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 8), cudaErrorIllegalAddress);
  EXPECT_EQ(Runtime::the().complaints().size(), 1U);
  program.give_back();
  EXPECT_EQ(Runtime::the().complaints().size(), 1U) << "giving back is always right";
  Runtime::begin_anew("");
}

TEST(StrictRuntime, KnowsNoKernelThatNvccDidNotRegister) {
  Runtime::begin_anew("");
  cudaFuncAttributes attributes{};
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, &attributes), cudaErrorInvalidDeviceFunction);
}

}  // namespace
}  // namespace warpshop::test::cuda
