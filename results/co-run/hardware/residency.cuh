#pragma once

// Kernels that stay on SMs until they are told to go, and what they say meanwhile.

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#include "results/co-run/hardware/resident_kernels.cuh"
#include "results/cuda_check.cuh"

using Clock = std::chrono::steady_clock;

constexpr int kSurplus = 8;  // CTAs launched for each that fits
constexpr double kPatienceMs = 200;
constexpr size_t kCopyBytes = size_t{8} << 20;

struct Gpu {
  int sms = 0;
  Shared* shared = nullptr;            // of each place
  Sample* samples = nullptr;           // likewise, in the host's memory
  volatile uint32_t* stops = nullptr;  // in the host's memory, 32 words apart
  uint32_t* host_word = nullptr;       // what is copied
  std::vector<cudaStream_t> streams;   // of each place
  cudaStream_t orders = nullptr;
  std::array<cudaStream_t, 2> copying{};
  std::array<std::byte*, 2> host_data{}, device_data{};
};

constexpr int kPlaces = 3;

Gpu open_gpu() {
  Gpu gpu;
  CHECK(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceMapHost));
  CHECK(cudaDeviceGetAttribute(&gpu.sms, cudaDevAttrMultiProcessorCount, 0));
  if (gpu.sms > 256) {
    std::fprintf(stderr, "more than 256 SMs\n");
    std::exit(1);
  }
  CHECK(cudaMalloc(&gpu.shared, kPlaces * sizeof(Shared)));
  CHECK(cudaHostAlloc(&gpu.samples, kPlaces * sizeof(Sample), cudaHostAllocMapped));
  CHECK(cudaHostAlloc(const_cast<uint32_t**>(&gpu.stops), kPlaces * 128, cudaHostAllocMapped));
  CHECK(cudaHostAlloc(&gpu.host_word, sizeof(Shared), cudaHostAllocDefault));
  for (int place = 0; place < kPlaces; ++place) {
    CHECK(cudaStreamCreateWithFlags(&gpu.streams.emplace_back(), cudaStreamNonBlocking));
  }
  CHECK(cudaStreamCreateWithFlags(&gpu.orders, cudaStreamNonBlocking));
  for (int way = 0; way < 2; ++way) {
    CHECK(cudaStreamCreateWithFlags(&gpu.copying[way], cudaStreamNonBlocking));
    CHECK(cudaHostAlloc(&gpu.host_data[way], kCopyBytes, cudaHostAllocDefault));
    CHECK(cudaMalloc(&gpu.device_data[way], kCopyBytes));
  }
  return gpu;
}

struct Resident {
  const Loaded* kernel;
  int first_sm, sms, ctas;
};
double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}
void spin(double milliseconds) {
  const auto start = Clock::now();
  while (milliseconds_since(start) < milliseconds) {
  }
}

// The latest sample, one that is newer than `than`: none after a while.
Sample read(const Sample* written, uint64_t than = 0) {
  const volatile uint64_t* words = &written->nanoseconds;
  const auto began = Clock::now();
  for (;;) {
    const Sample once{words[0], words[1]};
    const Sample again{words[0], words[1]};
    if (once.nanoseconds == again.nanoseconds && once.subtasks == again.subtasks && once.nanoseconds > than) {
      return once;
    }
    if (milliseconds_since(began) > kPatienceMs) {
      std::fprintf(stderr, "no sample\n");
      return {0, 0};
    }
  }
}

// Subtasks a millisecond between two samples; 0 where there are no two.
double rate_between(const Sample& from, const Sample& to) {
  if (from.nanoseconds == 0 || to.nanoseconds <= from.nanoseconds) {
    return 0;
  }
  return static_cast<double>(to.subtasks - from.subtasks) / static_cast<double>(to.nanoseconds - from.nanoseconds) *
         1e6;
}

enum class Look { device, host, relay };
const char* name_of(Look look) {
  return look == Look::host ? "host" : look == Look::relay ? "relay" : "device";
}

// Launches it; returns when.
Clock::time_point start(Gpu& gpu, int place, const Resident& resident, Look look, uint32_t every) {
  gpu.samples[place] = {};
  gpu.stops[place * 32] = 0;
  CHECK(cudaMemsetAsync(&gpu.shared[place], 0, sizeof(Shared), gpu.streams[place]));
  CHECK(cudaStreamSynchronize(gpu.streams[place]));
  Residency residency{};
  residency.shared = &gpu.shared[place];
  CHECK(cudaHostGetDevicePointer(&residency.sample, &gpu.samples[place], 0));
  uint32_t* mapped = nullptr;
  CHECK(cudaHostGetDevicePointer(&mapped, const_cast<uint32_t*>(&gpu.stops[place * 32]), 0));
  residency.stop = look == Look::host ? mapped : &gpu.shared[place].stop.value;
  residency.relay = look == Look::relay ? mapped : nullptr;
  residency.first_sm = static_cast<uint32_t>(resident.first_sm);
  residency.end_sm = static_cast<uint32_t>(resident.first_sm + resident.sms);
  residency.ctas = static_cast<uint32_t>(resident.ctas);
  residency.subtasks = resident.kernel->subtasks;
  residency.look_every = every;
  const Loaded& kernel = *resident.kernel;
  void* arguments[] = {const_cast<void*>(kernel.arguments.data()), &residency};
  const bool all = resident.ctas == kernel.per_sm && resident.sms == gpu.sms;
  const auto called = Clock::now();
  CHECK(cudaLaunchKernel(kernel.function, dim3(static_cast<unsigned>(kernel.per_sm * gpu.sms * (all ? 1 : kSurplus))),
                         dim3(static_cast<unsigned>(kernel.threads)), arguments, 0, gpu.streams[place]));
  return called;
}

// CTAs that stayed, once all are there that shall be; fewer after a while.
uint32_t wait_for(Gpu& gpu, int place, const Resident& resident) {
  const auto began = Clock::now();
  const auto* shared = reinterpret_cast<const Shared*>(gpu.host_word);
  const uint32_t wanted = static_cast<uint32_t>(resident.sms * resident.ctas);
  const uint32_t launched = static_cast<uint32_t>(resident.kernel->per_sm * gpu.sms) *
                            (resident.ctas == resident.kernel->per_sm && resident.sms == gpu.sms ? 1 : kSurplus);
  do {
    CHECK(cudaMemcpyAsync(gpu.host_word, &gpu.shared[place], sizeof(Shared), cudaMemcpyDeviceToHost, gpu.orders));
    CHECK(cudaStreamSynchronize(gpu.orders));
    if (shared->arrived.value == launched) {
      break;  // none waits for room, ahead of the next kernel
    }
  } while (milliseconds_since(began) < (shared->resident.value == wanted ? 1.0 : 20.0));
  return shared->resident.value;
}

void stop(Gpu& gpu, int places) {
  for (int place = 0; place < places; ++place) {
    gpu.stops[place * 32] = kStop;
    CHECK(cudaMemsetAsync(&gpu.shared[place].stop.value, static_cast<int>(kStop), 1, gpu.orders));
  }
  for (int place = 0; place < places; ++place) {
    CHECK(cudaStreamSynchronize(gpu.streams[place]));
  }
}
