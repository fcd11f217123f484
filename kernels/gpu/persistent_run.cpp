#include "kernels/gpu/persistent_run.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace warpshop::gpu {
namespace {

void write_words(const Buffer& buffer, BsuState state) {
  const std::array<std::uint32_t, 2> words{static_cast<std::uint32_t>(state), 0};
  std::memcpy(buffer.data(), words.data(), static_cast<std::size_t>(buffer.size().count));
}

}  // namespace

PersistentRun::PersistentRun(const Device& device, std::uint32_t subtasks)
    : subtasks_(subtasks),
      words_(device, Space::device, kWords),
      initial_(device, Space::pinned, kWords),
      evict_(device, Space::pinned, kWord),
      seen_(device, Space::pinned, kWords) {
  write_words(initial_, BsuState::run);
  write_words(evict_, BsuState::evict);
}

std::uint32_t PersistentRun::seen() const {
  std::array<std::uint32_t, 2> words{};
  std::memcpy(words.data(), seen_.data(), sizeof(words));
  return words[1];
}

std::uint32_t PersistentRun::taken(const Stream& stream) const {
  look(stream);
  stream.synchronize();
  return seen();
}

Control PersistentRun::control(std::uint32_t subtasks, std::uint32_t sms) const {
  auto* words = reinterpret_cast<std::uint32_t*>(words_.data());
  return {.state = words, .next_subtask = words + 1, .subtasks = std::min(subtasks, subtasks_), .sms = sms};
}

}  // namespace warpshop::gpu
