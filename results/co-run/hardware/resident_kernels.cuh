#pragma once

// The kernels that are measured: as they stay on SMs, and with their data.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <cuda_runtime.h>

#include "calibrate/beyond_cache.hpp"
#include "kernels/arithmetic.hpp"
#include "kernels/black_scholes.hpp"
#include "kernels/canny_gaussian.hpp"
#include "kernels/canny_hysteresis.hpp"
#include "kernels/canny_nonmax.hpp"
#include "kernels/canny_sobel.hpp"
#include "kernels/convolution_columns.hpp"
#include "kernels/convolution_rows.hpp"
#include "kernels/convolution_wide.hpp"
#include "kernels/fast_walsh.hpp"
#include "kernels/gpu/cuda_entry.cuh"
#include "kernels/histogram.hpp"
#include "kernels/intensity.hpp"
#include "kernels/kernel.hpp"
#include "kernels/matrix_multiply.hpp"
#include "kernels/particle_filter.hpp"
#include "kernels/path_finder.hpp"
#include "kernels/reduction.hpp"
#include "kernels/spmv.hpp"
#include "kernels/stream.hpp"
#include "kernels/transpose.hpp"
#include "kernels/vector_add.hpp"
#include "results/cuda_check.cuh"

using namespace warpshop;
using std::uint32_t;
using std::uint64_t;

constexpr double kBytes = 256.0 * (1 << 20);  // of a kernel's data at least: five times an H100's L2
constexpr uint32_t kStop = 1, kNone = UINT32_MAX;

// What the CTAs of a kernel share, in the device's memory; each on a line of its own.
struct alignas(128) Word {
  uint32_t value;
};
struct Shared {
  Word next;      // subtask
  Word resident;  // CTAs that stayed
  Word arrived;   // CTAs that began
  Word stop;
  uint32_t tickets[256];  // CTAs that began on each SM
};

struct alignas(16) Sample {
  uint64_t nanoseconds;  // of the device's clock
  uint64_t subtasks;
};

struct Residency {
  Shared* shared;
  Sample* sample;                  // in the host's memory
  const volatile uint32_t* stop;   // where to look whether to go on
  const volatile uint32_t* relay;  // what the first CTA passes on to there; may be none
  uint32_t first_sm, end_sm, ctas, subtasks;
  uint32_t look_every;  // subtasks of a CTA
};

template <class Body>
__global__ void __launch_bounds__(Body::kThreads) resident_kernel(typename Body::Arguments arguments, Residency r) {
  __shared__ typename Body::Shared shared;
  __shared__ uint32_t taken, reports;
  gpu::CudaCta<Body::kThreads> cta;
  if (threadIdx.x == 0) {
    const uint32_t sm = cta.sm();
    taken = sm >= r.first_sm && sm < r.end_sm && atomicAdd(&r.shared->tickets[sm], 1U) < r.ctas;
    reports = taken != 0 && atomicAdd(&r.shared->resident.value, 1U) == 0;
    atomicAdd(&r.shared->arrived.value, 1U);
  }
  __syncthreads();
  if (taken == 0) {
    return;
  }
  for (uint32_t turn = 0;; ++turn) {
    __syncthreads();
    if (threadIdx.x == 0) {
      if (reports != 0 && r.relay != nullptr && *r.relay == kStop) {
        r.shared->stop.value = kStop;
      }
      const bool stop = turn % r.look_every == 0 && *r.stop == kStop;
      taken = stop ? kNone : atomicAdd(&r.shared->next.value, 1U);
      if (reports != 0 && !stop) {
        uint64_t now;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(r.sample), "l"(now), "l"(uint64_t{taken})
                     : "memory");
      }
    }
    __syncthreads();
    const uint32_t subtask = taken;
    if (subtask == kNone) {
      return;
    }
    Body::subtask(cta, shared, arguments, subtask % r.subtasks);
  }
}

struct Entry {
  const char* name;
  const void* function;
};

template <class Body>
Entry entry() {
  return {Body::kName.data(), reinterpret_cast<const void*>(&resident_kernel<Body>)};
}

std::vector<Entry> entries() {
  using namespace kernels;
  return {entry<VectorAdd>(),
          entry<MatrixMultiply>(),
          entry<BlackScholes>(),
          entry<Transpose>(),
          entry<FastWalsh>(),
          entry<ConvolutionRows>(),
          entry<ConvolutionColumns>(),
          entry<ConvolutionWide>(),
          entry<PathFinder>(),
          entry<ParticleFilter>(),
          entry<Histogram>(),
          entry<Reduction>(),
          entry<Spmv>(),
          entry<CannyGaussian>(),
          entry<CannySobel>(),
          entry<CannyNonmax>(),
          entry<CannyHysteresis>(),
          entry<Stream>(),
          entry<Arithmetic>(),
          entry<Intensity<4>>(),
          entry<Intensity<32>>()};
}

// A kernel with its data on the device.
struct Loaded {
  std::string name;
  const void* function;
  int threads, registers, shared_bytes, per_sm;
  std::int64_t elements;
  uint32_t subtasks;
  double bytes;
  gpu::Arguments arguments;
};

std::vector<Loaded> load(bool with_data) {
  const std::vector<Entry> all = entries();
  std::vector<Loaded> loaded(all.size(), Loaded{.arguments = gpu::Arguments(0)});
  std::atomic<size_t> next{0};
  const auto work = [&] {
    CHECK(cudaSetDevice(0));
    for (size_t i = next++; i < all.size(); i = next++) {
      const kernels::Kernel* kernel = kernels::find(all[i].name);
      if (kernel == nullptr) {
        std::fprintf(stderr, "no kernel %s\n", all[i].name);
        std::exit(1);
      }
      Loaded& to = loaded[i];
      to.name = all[i].name;
      to.function = all[i].function;
      cudaFuncAttributes attributes{};
      CHECK(cudaFuncGetAttributes(&attributes, to.function));
      to.threads = kernel->code.threads;
      to.registers = attributes.numRegs;
      to.shared_bytes = static_cast<int>(attributes.sharedSizeBytes);
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&to.per_sm, to.function, to.threads, 0));
      to.elements = calibrate::elements_with(*kernel, kBytes);
      const kernels::Layout layout = kernel->layout(to.elements);
      to.subtasks = layout.subtasks;
      to.bytes = static_cast<double>(layout.data().count);
      if (!with_data) {
        continue;
      }
      std::vector<std::byte> input(static_cast<size_t>(layout.input.count));
      kernel->fill(input, to.elements, 1);
      std::byte* device_input = nullptr;
      std::byte* device_output = nullptr;
      CHECK(cudaMalloc(&device_input, input.size()));
      CHECK(cudaMalloc(&device_output, static_cast<size_t>(layout.output.count)));
      CHECK(cudaMemcpy(device_input, input.data(), input.size(), cudaMemcpyHostToDevice));
      to.arguments = kernel->bind(device_input, device_output, to.elements);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::min(16U, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back(work);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  return loaded;
}
