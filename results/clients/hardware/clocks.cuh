#pragma once

// The clock of the GPU, and that of the host which all processes share.

#include <ctime>

#include <cuda_runtime.h>

#include "results/cuda_check.cuh"

__device__ unsigned long long global_timer() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__global__ void now_on_device(unsigned long long* now) {
  *now = global_timer();
}

double monotonic() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

unsigned long long device_now() {
  unsigned long long *now, copied = 0;
  CHECK(cudaMalloc(&now, sizeof *now));
  now_on_device<<<1, 1>>>(now);
  CHECK(cudaMemcpy(&copied, now, sizeof copied, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(now));
  return copied;
}
