#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "dispatch/submit/submitted_task.hpp"
#include "kernels/gpu/handles.hpp"
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
  gpu::Device device_;
  Bytes budget_;
  mutable std::mutex mutex_;
  std::multimap<std::int64_t, std::unique_ptr<gpu::Buffer>> kept_;  ///< by size
  Bytes held_;
};

/// Recycles pairs of events. May be used by any thread; outlives what it hands out.
class EventPool {
 public:
  explicit EventPool(gpu::Device device) : device_(std::move(device)) {}
  EventPool(const EventPool&) = delete;
  EventPool& operator=(const EventPool&) = delete;
  ~EventPool() = default;

  /// Comes back when the last one lets go of it. Throws DeviceError.
  std::shared_ptr<CommandEvents> take() {
    std::unique_ptr<CommandEvents> events;
    {
      const std::scoped_lock lock(mutex_);
      if (!kept_.empty()) {
        events = std::move(kept_.back());
        kept_.pop_back();
      }
    }
    if (!events) {
      events = std::make_unique<CommandEvents>(device_);
    }
    return {events.release(), [this](CommandEvents* back) { keep(std::unique_ptr<CommandEvents>(back)); }};
  }

 private:
  /// Where there is no memory to keep them in, they go.
  void keep(std::unique_ptr<CommandEvents> events) noexcept {
    const std::scoped_lock lock(mutex_);
    try {
      kept_.push_back(std::move(events));
    } catch (const std::bad_alloc&) {
      events.reset();
    }
  }

  gpu::Device device_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<CommandEvents>> kept_;
};

}  // namespace warpshop::dispatch
