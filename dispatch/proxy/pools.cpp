#include "dispatch/proxy/pools.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <string>
#include <utility>

#include "sim/model/error.hpp"

namespace warpshop::dispatch {

Bytes DevicePool::size_class(Bytes size) {
  constexpr int kSmallest = 6;
  if (size.count == 0) {
    return size;
  }
  const auto bytes = static_cast<std::uint64_t>(size.count);
  // 4 · 2^k < bytes ≤ 8 · 2^k
  const int k = std::max(static_cast<int>(std::bit_width(bytes - 1)) - 3, kSmallest);
  const std::uint64_t step = std::uint64_t{1} << static_cast<unsigned>(k);
  return Bytes{static_cast<std::int64_t>(std::max((bytes + step - 1) / step, std::uint64_t{4}) * step)};
}

DevicePool::Block DevicePool::take(Bytes size) {
  const Bytes wanted = size_class(size);
  if (wanted.count == 0) {
    return {};
  }
  const std::scoped_lock lock(mutex_);
  if (const auto found = kept_.find(wanted.count); found != kept_.end()) {
    return Block(kept_.extract(found).mapped().release(), GiveBack{this});
  }
  for (;;) {
    if (held_.count + wanted.count <= budget_.count) {
      try {
        auto buffer = std::make_unique<gpu::Buffer>(device_, gpu::Space::device, wanted);
        held_.count += wanted.count;
        return Block(buffer.release(), GiveBack{this});
      } catch (const DeviceError&) {
        if (kept_.empty()) {
          throw;
        }
      }
    } else if (kept_.empty()) {
      throw DeviceError("take " + std::to_string(wanted.count) + " B of device memory: " + std::to_string(held_.count) +
                        " of at most " + std::to_string(budget_.count) + " B are in use");
    }
    const auto largest = std::prev(kept_.end());
    held_.count -= largest->first;
    kept_.erase(largest);
  }
}

Bytes DevicePool::held() const {
  const std::scoped_lock lock(mutex_);
  return held_;
}

void DevicePool::GiveBack::operator()(gpu::Buffer* buffer) const noexcept {
  std::unique_ptr<gpu::Buffer> block(buffer);
  const Bytes size = block->size();
  const std::scoped_lock lock(pool->mutex_);
  try {
    pool->kept_.emplace(size.count, std::move(block));
  } catch (const std::bad_alloc&) {  // no memory to keep it in: it goes
    block.reset();
    pool->held_.count -= size.count;
  }
}

}  // namespace warpshop::dispatch
