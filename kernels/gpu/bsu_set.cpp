#include "kernels/gpu/bsu_set.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>

namespace warpshop::gpu {
namespace {

constexpr Bytes kWord{sizeof(std::uint32_t)};

void write(std::uint32_t* word, BsuState state) {
  std::atomic_ref<std::uint32_t>(*word).store(static_cast<std::uint32_t>(state), std::memory_order_release);
}

}  // namespace

BsuSet::BsuSet(const Device& device, std::uint32_t subtasks, std::size_t bsus)
    : subtasks_(subtasks),
      words_(device, Space::mapped, Bytes{2 * static_cast<std::int64_t>(bsus) * kWord.count}),
      next_subtask_(device, Space::device, kWord) {
  std::memset(words_.data(), 0, static_cast<std::size_t>(words_.size().count));
  const Buffer none(device, Space::pinned, kWord);
  std::memset(none.data(), 0, static_cast<std::size_t>(kWord.count));
  bsus_.reserve(bsus);
  for (std::size_t bsu = 0; bsu < bsus; ++bsu) {
    bsus_.emplace_back(device);
  }
  bsus_.front().stream.copy(next_subtask_, none);
  bsus_.front().stream.synchronize();
}

void BsuSet::launch(std::size_t bsu, const Code& code, const Arguments& arguments, std::uint32_t ctas,
                    const BsuPlace& place) {
  assert(has_left(bsu));
  Bsu& its = bsus_[bsu];
  write(word(2 * bsu), BsuState::run);
  const std::uint32_t rest = UINT32_MAX - place.first_sm;
  its.stream.launch(code, arguments, ctas,
                    {.state = word(2 * bsu),
                     .next_subtask = reinterpret_cast<std::uint32_t*>(next_subtask_.data()),
                     .subtasks = subtasks_,
                     .first_sm = place.first_sm,
                     .sms = place.first_sm + std::min(place.sms, rest),
                     .done = word(2 * bsu + 1)});
  its.stream.record(its.end);
  its.launched = true;
}

void BsuSet::evict(std::size_t bsu) {
  write(word(2 * bsu), BsuState::evict);
}

bool BsuSet::has_left(std::size_t bsu) const {
  return !bsus_[bsu].launched || bsus_[bsu].end.reached();
}

std::uint32_t BsuSet::done(std::size_t bsu) const {
  return std::atomic_ref<std::uint32_t>(*word(2 * bsu + 1)).load(std::memory_order_acquire);
}

std::uint32_t BsuSet::done() const {
  std::uint32_t all = 0;
  for (std::size_t bsu = 0; bsu < bsus_.size(); ++bsu) {
    all += done(bsu);
  }
  return all;
}

}  // namespace warpshop::gpu
