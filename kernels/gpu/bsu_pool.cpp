#include "kernels/gpu/bsu_pool.hpp"

#include <cstring>
#include <utility>

namespace warpshop::gpu {
namespace {

constexpr std::size_t kWordsEach = 3;
constexpr std::size_t kBlock = 64;
constexpr std::size_t kWord = sizeof(std::uint32_t);

}  // namespace

Buffer zeros(const Device& device, std::size_t words) {
  Buffer buffer(device, Space::device, Bytes{static_cast<std::int64_t>(words * kWord)});
  const Buffer none(device, Space::pinned, buffer.size());
  std::memset(none.data(), 0, static_cast<std::size_t>(none.size().count));
  const Stream stream(device);
  stream.copy(buffer, none);
  stream.synchronize();
  return buffer;
}

BsuPool::BsuPool(Device device, std::size_t bsus) : device_(std::move(device)) {
  while (bsus_.size() < bsus) {
    add();
  }
}

void BsuPool::add() {
  const auto sms = static_cast<std::size_t>(device_.properties().sms);
  if (bsus_.size() == words_.size() * kBlock) {
    words_.emplace_back(device_, Space::mapped, Bytes{std::int64_t{kBlock * kWordsEach * kWord}});
    tickets_.push_back(zeros(device_, kBlock * sms));
  }
  auto* const words = reinterpret_cast<std::uint32_t*>(words_.back().data()) + bsus_.size() % kBlock * kWordsEach;
  bsus_.push_back({.stream = Stream(device_),
                   .begin = Event(device_),
                   .end = Event(device_),
                   .state = words,
                   .done = words + 1,
                   .there = words + 2,
                   .tickets = reinterpret_cast<std::uint32_t*>(tickets_.back().data()) + bsus_.size() % kBlock * sms});
  free_.push_back(&bsus_.back());
}

BsuPool::Bsu& BsuPool::take() {
  if (free_.empty()) {
    add();
  }
  Bsu& bsu = *free_.back();
  free_.pop_back();
  std::memset(bsu.state, 0, kWordsEach * kWord);
  return bsu;
}

}  // namespace warpshop::gpu
