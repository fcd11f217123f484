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
    : device_(device), subtasks_(subtasks), next_subtask_(device, Space::device, kWord) {
  const Buffer none(device, Space::pinned, kWord);
  std::memset(none.data(), 0, static_cast<std::size_t>(kWord.count));
  const Stream stream(device);
  stream.copy(next_subtask_, none);
  stream.synchronize();
  while (bsus_.size() < bsus) {
    add();
  }
}

void BsuSet::add() {
  if (bsus_.size() == words_.size() * kBlock) {
    words_.emplace_back(device_, Space::mapped, Bytes{static_cast<std::int64_t>(kBlock * kWordsEach) * kWord.count});
    std::memset(words_.back().data(), 0, static_cast<std::size_t>(words_.back().size().count));
  }
  bsus_.emplace_back(device_);
}

std::size_t BsuSet::free_bsu() {
  for (std::size_t bsu = 0; bsu < bsus_.size(); ++bsu) {
    if (has_left(bsu)) {
      return bsu;
    }
  }
  add();
  return bsus_.size() - 1;
}

std::uint32_t* BsuSet::word(std::size_t bsu, Word which) const {
  const std::size_t number = bsu % kBlock * kWordsEach + static_cast<std::size_t>(which);
  return reinterpret_cast<std::uint32_t*>(words_[bsu / kBlock].data()) + number;
}

std::uint32_t BsuSet::read(std::size_t bsu, Word which) const {
  return std::atomic_ref<std::uint32_t>(*word(bsu, which)).load(std::memory_order_acquire);
}

void BsuSet::launch(std::size_t bsu, const Code& code, const Arguments& arguments, std::uint32_t ctas,
                    const BsuPlace& place) {
  assert(has_left(bsu));
  Bsu& its = bsus_[bsu];
  write(word(bsu, Word::state), BsuState::run);
  const std::uint32_t rest = UINT32_MAX - place.first_sm;
  its.stream.record(its.begin);
  its.stream.launch(code, arguments, ctas,
                    {.state = word(bsu, Word::state),
                     .next_subtask = reinterpret_cast<std::uint32_t*>(next_subtask_.data()),
                     .subtasks = subtasks_,
                     .first_sm = place.first_sm,
                     .sms = place.first_sm + std::min(place.sms, rest),
                     .done = word(bsu, Word::done),
                     .there = word(bsu, Word::there)});
  its.stream.record(its.end);
  its.launched = true;
}

void BsuSet::evict(std::size_t bsu) {
  write(word(bsu, Word::state), BsuState::evict);
}

bool BsuSet::has_left(std::size_t bsu) const {
  return !bsus_[bsu].launched || bsus_[bsu].end.reached();
}

std::uint32_t BsuSet::done() const {
  std::uint32_t all = 0;
  for (std::size_t bsu = 0; bsu < bsus_.size(); ++bsu) {
    all += done(bsu);
  }
  return all;
}

}  // namespace warpshop::gpu
