#include "kernels/gpu/bsu_pool.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "kernels/gpu/persistent.hpp"

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
    add(0);
  }
}

void BsuPool::add(int priority) {
  const auto sms = static_cast<std::size_t>(device_.properties().sms);
  if (bsus_.size() == words_.size() * kBlock) {
    words_.emplace_back(device_, Space::mapped, Bytes{std::int64_t{kBlock * kWordsEach * kWord}});
    tickets_.push_back(zeros(device_, kBlock * (sms + kOwnWords)));
  }
  auto* const device_words =
      reinterpret_cast<std::uint32_t*>(tickets_.back().data()) + bsus_.size() % kBlock * (sms + kOwnWords);
  auto* const words = reinterpret_cast<std::uint32_t*>(words_.back().data()) + bsus_.size() % kBlock * kWordsEach;
  bsus_.push_back({.stream = Stream(device_, priority),
                   .begin = Event(device_),
                   .end = Event(device_),
                   .state = words,
                   .done = words + 1,
                   .there = words + 2,
                   .tickets = device_words,
                   .own = device_words + sms,
                   .priority = priority});
  *bsus_.back().done = 0;
  free_.push_back(&bsus_.back());
}

BsuPool::Bsu& BsuPool::take(int priority) {
  const auto is_one = [priority](const Bsu* bsu) { return bsu->priority == priority; };
  if (std::none_of(free_.begin(), free_.end(), is_one)) {
    add(priority);
  }
  const auto found = std::find_if(free_.rbegin(), free_.rend(), is_one);
  Bsu& bsu = **found;
  free_.erase(std::next(found).base());
  *bsu.state = static_cast<std::uint32_t>(BsuState::run);
  *bsu.there = 0;
  bsu.done_before = *bsu.done;
  return bsu;
}

}  // namespace warpshop::gpu
