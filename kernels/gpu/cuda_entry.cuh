#pragma once

#include <cstdint>

#include "kernels/gpu/cuda_code.hpp"
#include "kernels/gpu/mark.hpp"
#include "kernels/gpu/persistent.hpp"

namespace warpshop::gpu {

/// HostCta's counterpart: every thread of the CTA runs the body, and a phase ends with a barrier.
template <int Threads>
class CudaCta {
 public:
  static constexpr int kThreads = Threads;

  template <class T>
  class PerThread {
   public:
    WARPSHOP_BODY T& operator[](int) { return value_; }

   private:
    T value_;
  };

  template <class Phase>
  WARPSHOP_BODY void threads(const Phase& phase) const {
    phase(static_cast<int>(threadIdx.x));
    __syncthreads();
  }

  WARPSHOP_BODY std::uint32_t sm() const {
    std::uint32_t number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
  }

  template <class T>
  WARPSHOP_BODY T fetch_add(T* target, T value) const {
    return atomicAdd(target, value);
  }
  WARPSHOP_BODY std::uint32_t fetch_add_shared(std::uint32_t* target, std::uint32_t value) const {
    return atomicAdd(target, value);
  }
  WARPSHOP_BODY std::uint32_t exchange(std::uint32_t* target, std::uint32_t value) const {
    return atomicExch(target, value);
  }
  WARPSHOP_BODY std::uint32_t load(const std::uint32_t* source) const {
    return *static_cast<const volatile std::uint32_t*>(source);
  }
  WARPSHOP_BODY void store(std::uint32_t* target, std::uint32_t value) const {
    *static_cast<volatile std::uint32_t*>(target) = value;
  }
  WARPSHOP_BODY void fence() const { __threadfence(); }
};

template <class Body>
__global__ void __launch_bounds__(Body::kThreads) plain_kernel(typename Body::Arguments arguments) {
  __shared__ typename Body::Shared shared;
  CudaCta<Body::kThreads> cta;
  Body::subtask(cta, shared, arguments, blockIdx.x);
}

template <class Body>
__global__ void __launch_bounds__(Body::kThreads)
    persistent_kernel(typename Body::Arguments arguments, Control control) {
  __shared__ typename Body::Shared shared;
  __shared__ PersistentShared loop;
  CudaCta<Body::kThreads> cta;
  persistent_loop(cta, loop, control, [&](std::uint32_t subtask) { Body::subtask(cta, shared, arguments, subtask); });
}

/// The GPU code of a body, see code_of.
template <class Body>
CudaCode cuda_code_of() {
  return {Body::kName.data(), reinterpret_cast<const void*>(&plain_kernel<Body>),
          reinterpret_cast<const void*>(&persistent_kernel<Body>)};
}

}  // namespace warpshop::gpu
