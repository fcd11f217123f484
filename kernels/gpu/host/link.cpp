#include "kernels/gpu/host/link.hpp"

#include <atomic>
#include <cstdint>
#include <cstring>

namespace warpshop::gpu::host {
namespace {

std::chrono::nanoseconds time_of(double bytes, BytesPerSecond rate) {
  return std::chrono::ceil<std::chrono::nanoseconds>(std::chrono::duration<double>(bytes / rate.value));
}

std::atomic_ref<std::uint32_t> word_at(const std::byte* bytes) {
  return std::atomic_ref(*const_cast<std::uint32_t*>(reinterpret_cast<const std::uint32_t*>(bytes)));
}

/// One or two words are read and written in one piece each: a kernel that runs may look at them, or count, meanwhile.
void copy_bytes(std::byte* to, const std::byte* from, std::size_t size) {
  constexpr std::size_t kWord = sizeof(std::uint32_t);
  if (size != kWord && size != 2 * kWord) {
    std::memcpy(to, from, size);
    return;
  }
  for (std::size_t at = 0; at < size; at += kWord) {
    word_at(to + at).store(word_at(from + at).load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
}

}  // namespace

void Link::copy(std::byte* to, const std::byte* from, Bytes size, Direction direction, Memory memory) {
  std::unique_lock lock(mutex_);
  if (memory == Memory::pageable) {
    changed_.wait(lock, [this] { return !pageable_busy_ || stopped_; });
    pageable_busy_ = true;
  }
  const Clock::time_point payload_start =
      Clock::now() + std::chrono::ceil<std::chrono::nanoseconds>(speeds_[index(memory)][index(direction)].latency);
  changed_.wait_until(lock, payload_start, [this] { return stopped_; });

  settle(Clock::now());
  auto& payload = payloads_[index(direction)];
  payload = Payload{.memory = memory, .bytes_left = static_cast<double>(size.count), .rate = {}};
  settle(settled_);
  changed_.notify_all();
  lock.unlock();
  copy_bytes(to, from, static_cast<std::size_t>(size.count));
  lock.lock();
  move(lock, *payload);

  payload.reset();
  settle(settled_);
  if (memory == Memory::pageable) {
    pageable_busy_ = false;
  }
  changed_.notify_all();
}

void Link::stop() {
  const std::scoped_lock lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

void Link::move(std::unique_lock<std::mutex>& lock, Payload& payload) {
  settle(Clock::now());
  while (payload.bytes_left > 0 && !stopped_) {
    changed_.wait_until(lock, settled_ + time_of(payload.bytes_left, payload.rate));
    settle(Clock::now());
  }
}

void Link::settle(Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - settled_).count();
  settled_ = now;
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    auto& own = payloads_[index(direction)];
    if (!own) {
      continue;
    }
    own->bytes_left -= own->rate.value * seconds;
    const LinkSpeed& speed = speeds_[index(own->memory)][index(direction)];
    const auto& opposing = payloads_[1 - index(direction)];
    const bool both_pinned = opposing && own->memory == Memory::pinned && opposing->memory == Memory::pinned;
    own->rate = !opposing ? speed.alone : both_pinned ? speed.duplex : speed.mixed;
  }
}

}  // namespace warpshop::gpu::host
