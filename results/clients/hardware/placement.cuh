#pragma once

// On which SMs the CTAs of kernels lie that run at once, and when.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#include "results/clients/hardware/clocks.cuh"

struct Placed {
  unsigned long long begin, end;
  unsigned int sm, kernel;
};

__global__ void placed_arithmetic(int repeats, float* out, Placed* placed, unsigned int kernel) {
  unsigned int sm;
  asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
  const unsigned long long begin = global_timer();
  float x = threadIdx.x;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    x = x * 0.999f + 0.5f;
  }
  if (x == -1.0f) {
    *out = x;
  }
  if (threadIdx.x == 0) {
    placed[blockIdx.x] = {begin, global_timer(), sm, kernel};
  }
}

void place(double start, const char* name, int count, char** kernels) {
  struct Kernel {
    int ctas, repeats, threads;
    cudaStream_t stream;
    Placed* placed;
  };
  std::vector<Kernel> all;
  float* sink;
  CHECK(cudaMalloc(&sink, sizeof *sink));
  for (int i = 0; i < count; ++i) {
    Kernel kernel{};
    if (std::sscanf(kernels[i], "%d:%d:%d", &kernel.threads, &kernel.ctas, &kernel.repeats) != 3) {
      std::fprintf(stderr, "%s: a kernel is THREADS:CTAS:REPEATS\n", kernels[i]);
      std::exit(2);
    }
    CHECK(cudaStreamCreateWithFlags(&kernel.stream, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&kernel.placed, kernel.ctas * sizeof(Placed)));
    all.push_back(kernel);
  }
  const auto launch = [&] {
    for (size_t i = 0; i < all.size(); ++i) {
      const Kernel& kernel = all[i];
      placed_arithmetic<<<kernel.ctas, kernel.threads, 0, kernel.stream>>>(kernel.repeats, sink, kernel.placed,
                                                                           unsigned(i));
    }
    CHECK(cudaDeviceSynchronize());
  };
  launch();
  while (monotonic() < start) {
  }
  launch();
  std::FILE* file = std::fopen(name, "w");
  std::fprintf(file, "kernel,cta,sm,begin_ns,end_ns\n");
  for (const Kernel& kernel : all) {
    std::vector<Placed> placed(kernel.ctas);
    CHECK(cudaMemcpy(placed.data(), kernel.placed, kernel.ctas * sizeof(Placed), cudaMemcpyDeviceToHost));
    for (int i = 0; i < kernel.ctas; ++i) {
      std::fprintf(file, "%u,%d,%u,%llu,%llu\n", placed[i].kernel, i, placed[i].sm, placed[i].begin, placed[i].end);
    }
  }
  std::fclose(file);
}
