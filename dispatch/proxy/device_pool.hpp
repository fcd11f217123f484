#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/gpu/buffer.hpp"
#include "kernels/gpu/device.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// Recycles device memory, since allocating and freeing it synchronize the device. Blocks come in size classes, and
/// what is given back is kept for the next of its class. May be used by any thread; outlives its blocks.
class DevicePool {
 public:
  struct GiveBack {
    DevicePool* pool = nullptr;
    void operator()(gpu::Buffer* buffer) const noexcept;
  };
  using Block = std::unique_ptr<gpu::Buffer, GiveBack>;

  /// budget ≥ 0: most that is held, in use or not.
  DevicePool(gpu::Device device, Bytes budget) : device_(std::move(device)), budget_(budget) {}
  DevicePool(const DevicePool&) = delete;
  DevicePool& operator=(const DevicePool&) = delete;
  ~DevicePool() = default;

  /// What a block for `size` bytes takes: the next of (4, 5, 6, 7) · 2^k, k ≥ 6; 0 takes nothing. size ≤ 2^53.
  static Bytes size_class(Bytes size);

  /// A block of size_class(size); none for 0. Frees what is held of other classes where that makes room, the largest
  /// first. Throws DeviceError: beyond the budget, or the device has no more.
  Block take(Bytes size);

  Bytes budget() const { return budget_; }
  /// In use and kept.
  Bytes held() const;

 private:
  // The lock is held by whoever calls these.
  bool free_largest();
  std::unique_ptr<gpu::Buffer> allocate(Bytes size);

  gpu::Device device_;
  Bytes budget_;
  mutable std::mutex mutex_;
  std::map<std::int64_t, std::vector<std::unique_ptr<gpu::Buffer>>> kept_;  ///< by size, none empty
  Bytes held_;
};

}  // namespace warpshop::dispatch
