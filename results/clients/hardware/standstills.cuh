#pragma once

// When a kernel stands still because another process has the GPU.

#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

#include "results/clients/hardware/clocks.cuh"

// Pairs (last look before, first look after) of whenever two looks at the clock lie more than `least` ns apart.
__global__ void look_at_clock(unsigned long long until, unsigned long long least, unsigned long long* gaps, int room,
                              int* found) {
  unsigned long long last = global_timer();
  int count = 0;
  while (last < until) {
    const unsigned long long now = global_timer();
    if (now - last > least && count < room) {
      gaps[2 * count] = last;
      gaps[2 * count + 1] = now;
      ++count;
    }
    last = now;
  }
  *found = count;
}

void gaps(double start, double seconds, const char* name) {
  constexpr int kRoom = 100000;
  unsigned long long* gap;
  int* found;
  CHECK(cudaMalloc(&gap, 2 * kRoom * sizeof *gap));
  CHECK(cudaMalloc(&found, sizeof *found));
  device_now();
  while (monotonic() < start) {
  }
  const unsigned long long now = device_now();
  look_at_clock<<<1, 1>>>(now + (unsigned long long)(seconds * 1e9), 5000, gap, kRoom, found);
  CHECK(cudaDeviceSynchronize());
  int count = 0;
  CHECK(cudaMemcpy(&count, found, sizeof count, cudaMemcpyDeviceToHost));
  std::vector<unsigned long long> copied(size_t(2) * count + 1);
  CHECK(cudaMemcpy(copied.data(), gap, size_t(2) * count * sizeof *gap, cudaMemcpyDeviceToHost));
  std::FILE* file = std::fopen(name, "w");
  std::fprintf(file, "stood_still_ns,went_on_ns\n");
  for (int i = 0; i < count; ++i) {
    std::fprintf(file, "%llu,%llu\n", copied[2 * i], copied[2 * i + 1]);
  }
  std::fclose(file);
}
