#include "sim/order/insertion/insertion_sequence.hpp"

#include <algorithm>
#include <cassert>

namespace warpshop::order {
namespace {

template <class T>
void insert_at(std::span<T> list, std::size_t size, std::size_t position, const T& value) {
  const auto place = list.begin() + static_cast<std::ptrdiff_t>(position);
  const auto end = list.begin() + static_cast<std::ptrdiff_t>(size);
  std::copy_backward(place, end, end + 1);
  *place = value;
}

template <class T>
void remove_at(std::span<T> list, std::size_t size, std::size_t position) {
  const auto place = list.begin() + static_cast<std::ptrdiff_t>(position);
  std::copy(place + 1, list.begin() + static_cast<std::ptrdiff_t>(size), place);
}

}  // namespace

template <bool Latencies>
InsertionSequence<Latencies>::InsertionSequence(const Instance& instance, const evaluate::DuplexRates& rates,
                                                Room& room)
    : jobs_(instance.jobs.data()),
      rates_(rates),
      tasks_(room.array<std::uint32_t>(instance.size())),
      stages_(room.array<evaluate::Stages>(instance.size())),
      places_(room.array<Place>(instance.size())),
      prefixes_(room.array<KnownPrefix<Latencies>>(instance.size() + 1)),
      suffixes_(room.array<Suffix<Latencies>>(instance.size() + 1)) {
  prefixes_[0] = {};
  suffixes_[0] = {};
}

template <bool Latencies>
void InsertionSequence<Latencies>::assign(std::span<const std::uint32_t> tasks) {
  const auto before = this->tasks();
  const auto same = [](auto mismatch, auto begin) { return static_cast<std::size_t>(mismatch.first - begin); };
  positions_ = std::min(positions_,
                        same(std::mismatch(before.begin(), before.end(), tasks.begin(), tasks.end()), before.begin()));
  forget_lengths(same(std::mismatch(before.rbegin(), before.rend(), tasks.rbegin(), tasks.rend()), before.rbegin()));
  size_ = tasks.size();
  std::copy(tasks.begin(), tasks.end(), tasks_.begin());
  std::transform(tasks.begin(), tasks.end(), stages_.begin(),
                 [this](std::uint32_t task) { return evaluate::Stages(jobs_[task]); });
}

template <bool Latencies>
void InsertionSequence<Latencies>::insert(std::size_t position, std::uint32_t task) {
  insert_at(tasks_, size_, position, task);
  insert_at(stages_, size_, position, evaluate::Stages(jobs_[task]));
  positions_ = std::min(positions_, position);
  forget_lengths(size_ - position);
  ++size_;
}

template <bool Latencies>
void InsertionSequence<Latencies>::remove(std::size_t position) {
  remove_at(tasks_, size_, position);
  remove_at(stages_, size_, position);
  --size_;
  positions_ = std::min(positions_, position);
  forget_lengths(size_ - position);
}

template <bool Latencies>
void InsertionSequence<Latencies>::adopt(std::size_t position, std::size_t size, const KnownPrefix<Latencies>* prefixes,
                                         const Place* places) {
  assert(positions_ == position);
  std::copy(places + position, places + size, places_.data() + position);
  std::copy(prefixes + position + 1, prefixes + size + 1, prefixes_.data() + position + 1);
  positions_ = size;
}

template <bool Latencies>
void InsertionSequence<Latencies>::complete() {
  // Copies, which what is written cannot change as far as the compiler knows.
  const evaluate::DuplexRates rates = rates_;
  KnownPrefix<Latencies> prefix = prefixes_[positions_];
  while (positions_ < size_) {
    prefix.append(stages_[positions_], places_.data(), rates);
    prefixes_[++positions_] = prefix;
  }
  if (lengths_ == 0 && size_ > 0) {
    suffixes_[++lengths_] = Suffix<Latencies>::of_last(stages_[size_ - 1], rates);
  }
  Suffix<Latencies> suffix = suffixes_[lengths_];
  while (lengths_ < size_) {
    suffix = suffix.preceded_by(stages_[size_ - 1 - lengths_], rates);
    suffixes_[++lengths_] = suffix;
  }
}

template class InsertionSequence<false>;
template class InsertionSequence<true>;

}  // namespace warpshop::order
