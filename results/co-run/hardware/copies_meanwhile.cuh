#pragma once

// Copies that go on while kernels are measured.

#include <array>
#include <atomic>
#include <thread>
#include <utility>

#include <cuda_runtime.h>

#include "results/co-run/hardware/residency.cuh"
#include "results/cuda_check.cuh"

// Copies of one direction, one after the other, while it lives.
class Copies {
 public:
  Copies(Gpu& gpu, int way) : gpu_(gpu), way_(way) {
    for (cudaEvent_t& event : events_) {
      CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
    thread_ = std::thread([this] { run(); });
  }
  ~Copies() {
    ends_ = true;
    thread_.join();
    for (cudaEvent_t event : events_) {
      CHECK(cudaEventDestroy(event));
    }
  }
  // When how many were done.
  std::pair<Clock::time_point, uint64_t> done() {
    const uint64_t before = done_;
    const auto start = Clock::now();
    while (done_ == before && milliseconds_since(start) < kPatienceMs) {
    }
    return {Clock::now(), done_};
  }

 private:
  void run() {
    CHECK(cudaSetDevice(0));
    uint64_t submitted = 0;
    while (!ends_) {
      if (submitted - done_ < kAhead) {
        std::byte* host = gpu_.host_data[way_];
        std::byte* device = gpu_.device_data[way_];
        CHECK(cudaMemcpyAsync(way_ == 0 ? device : host, way_ == 0 ? host : device, kCopyBytes, cudaMemcpyDefault,
                              gpu_.copying[way_]));
        CHECK(cudaEventRecord(events_[submitted % kAhead], gpu_.copying[way_]));
        ++submitted;
      }
      if (done_ < submitted && cudaEventQuery(events_[done_ % kAhead]) == cudaSuccess) {
        ++done_;
      }
    }
    CHECK(cudaStreamSynchronize(gpu_.copying[way_]));
  }

  static constexpr uint64_t kAhead = 4;
  Gpu& gpu_;
  int way_;
  std::array<cudaEvent_t, kAhead> events_{};
  std::atomic<uint64_t> done_{0};
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

double gigabytes(const std::pair<Clock::time_point, uint64_t>& from, const std::pair<Clock::time_point, uint64_t>& to) {
  return static_cast<double>((to.second - from.second) * kCopyBytes) * 1e-9 /
         std::chrono::duration<double>(to.first - from.first).count();
}
