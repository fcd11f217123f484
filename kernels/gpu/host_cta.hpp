#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace warpshop::gpu {

/// What the body of a kernel sees of its CTA on the host backend, where one thread of this machine plays all threads of
/// the CTA, a phase at a time. The CUDA backend has a class of the same shape.
///
/// A body is written in phases: threads(f) calls f(thread) for every thread and ends with a barrier. What a thread
/// keeps from one phase to the next is a PerThread.
template <int Threads>
class HostCta {
 public:
  static constexpr int kThreads = Threads;

  /// A register of each thread; uninitialised, as on the GPU.
  template <class T>
  class PerThread {
   public:
    T& operator[](int thread) { return values_[static_cast<std::size_t>(thread)]; }

   private:
    std::array<T, static_cast<std::size_t>(Threads)> values_;
  };

  explicit HostCta(std::uint32_t sm) : sm_(sm) {}

  template <class Phase>
  void threads(const Phase& phase) const {
    for (int thread = 0; thread < Threads; ++thread) {
      phase(thread);
    }
  }

  /// The SM that this CTA runs on, from 0.
  std::uint32_t sm() const { return sm_; }

  /// Adds to *target at once for all CTAs; returns what stood there. T: std::uint32_t, int, float.
  template <class T>
  T fetch_add(T* target, T value) const {
    return std::atomic_ref<T>(*target).fetch_add(value, std::memory_order_acq_rel);
  }
  /// The same in the CTA's Shared, which its own threads alone see: OpenCL has another way there.
  std::uint32_t fetch_add_shared(std::uint32_t* target, std::uint32_t value) const { return fetch_add(target, value); }
  /// Writes at once for all CTAs; returns what stood there.
  std::uint32_t exchange(std::uint32_t* target, std::uint32_t value) const {
    return std::atomic_ref<std::uint32_t>(*target).exchange(value, std::memory_order_relaxed);
  }
  /// Reads what the host may write meanwhile.
  std::uint32_t load(const std::uint32_t* source) const {
    return std::atomic_ref<std::uint32_t>(*const_cast<std::uint32_t*>(source)).load(std::memory_order_relaxed);
  }
  void store(std::uint32_t* target, std::uint32_t value) const {
    std::atomic_ref<std::uint32_t>(*target).store(value, std::memory_order_release);
  }
  /// What it did before is seen by whoever sees what it adds or writes afterwards: here that is always so.
  void fence() const {}

 private:
  std::uint32_t sm_;
};

}  // namespace warpshop::gpu
