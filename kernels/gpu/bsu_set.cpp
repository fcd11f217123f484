#include "kernels/gpu/bsu_set.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>

#include "sim/model/error.hpp"

namespace warpshop::gpu {
namespace {

std::uint32_t read(std::uint32_t* word) {
  return std::atomic_ref<std::uint32_t>(*word).load(std::memory_order_acquire);
}

}  // namespace

void SubtaskCounters::add(std::size_t words) {
  words_.push_back(zeros(device_, std::max<std::size_t>(words, 1)));
  used_ = 0;
}

std::uint32_t* SubtaskCounters::next() {
  constexpr std::size_t kMore = 65'536;
  if ((used_ + 1) * sizeof(std::uint32_t) > static_cast<std::size_t>(words_.back().size().count)) {
    add(kMore);
  }
  return reinterpret_cast<std::uint32_t*>(words_.back().data()) + used_++;
}

BsuSet::~BsuSet() {
  for (Bsu* const bsu : bsus_) {
    evict(*bsu);
  }
  for (Bsu* const bsu : bsus_) {
    try {
      bsu->stream.synchronize();
    } catch (const DeviceError&) {  // it is lost: nothing is under way
    }
    pool_.give_back(*bsu);
  }
}

BsuSet::Bsu& BsuSet::launch(const Code& code, const Arguments& arguments, std::uint32_t ctas, const BsuPlace& place) {
  Bsu& bsu = pool_.take();
  bsus_.push_back(&bsu);
  const std::uint32_t rest = UINT32_MAX - place.first_sm;
  bsu.stream.record(bsu.begin);
  bsu.stream.launch(code, arguments, ctas,
                    {.state = bsu.state,
                     .next_subtask = next_subtask_,
                     .subtasks = subtasks_,
                     .first_sm = place.first_sm,
                     .sms = place.first_sm + std::min(place.sms, rest),
                     .done = bsu.done,
                     .there = bsu.there,
                     .tickets = bsu.tickets,
                     .launch = ++bsu.launches,
                     .own = bsu.own});
  bsu.stream.record(bsu.end);
  return bsu;
}

void BsuSet::evict(Bsu& bsu) {
  std::atomic_ref<std::uint32_t>(*bsu.state)
      .store(static_cast<std::uint32_t>(BsuState::evict), std::memory_order_release);
}

std::uint32_t BsuSet::there(const Bsu& bsu) {
  return read(bsu.there);
}

std::uint32_t BsuSet::done(const Bsu& bsu) {
  return read(bsu.done) - bsu.done_before;
}

void BsuSet::take_out(Bsu& bsu) {
  assert(has_left(bsu));
  done_before_ += done(bsu);
  std::erase(bsus_, &bsu);
  pool_.give_back(bsu);
}

std::uint32_t BsuSet::done() const {
  std::uint32_t all = done_before_;
  for (const Bsu* const bsu : bsus_) {
    all += done(*bsu);
  }
  return all;
}

}  // namespace warpshop::gpu
