#include "sim/evaluate/events/shared/last_round.hpp"

#include <algorithm>

#include "sim/model/sm_room.hpp"

namespace warpshop::evaluate {
namespace {

/// A kernel alone on SMs of which each has room for so many of its CTAs.
class LoneKernel {
 public:
  LoneKernel(KernelRates& rates, const KernelOnSms& kernel, const Allocation& room)
      : rates_(rates), kernel_(kernel), room_(room), most_(ctas_of(room)) {}

  std::int64_t most() const { return most_; }

  /// What a round of so many CTAs takes, in milliseconds.
  double round(std::int64_t ctas) const {
    return static_cast<double>(ctas) / rates_.alone(kernel_, deal_evenly(ctas, room_));
  }

  /// See the header. left: less than all CTAs, which the kernel has held before.
  double part(std::int64_t left) const {
    const std::int64_t whole = (kernel_.subtasks - 1) / most_;  // rounds before the last
    if (whole < 1) {
      return 1;
    }
    const std::int64_t rounds = whole + 1;
    const std::int64_t subtasks = whole * most_ + left;
    const std::int64_t larger = subtasks % rounds;
    const double full = round(most_);
    const double smaller_round = round(subtasks / rounds);
    const double larger_round = larger > 0 ? round(subtasks / rounds + 1) : smaller_round;
    const double shared = full * static_cast<double>(left) / static_cast<double>(most_);
    // Summed as differences to whole rounds, of which there may be very many.
    const double lost = static_cast<double>(larger) * (larger_round - full) +
                        static_cast<double>(rounds - larger) * (smaller_round - full) + full - shared;
    const double alone = round(left);
    const double most_lost = alone - shared;
    constexpr double kTold = 1e-9;
    if (lost > most_lost) {
      return (shared + lost) / alone;
    }
    return most_lost > kTold * full ? std::max(lost / most_lost, 0.0) : 1;
  }

 private:
  KernelRates& rates_;
  const KernelOnSms& kernel_;
  const Allocation& room_;
  std::int64_t most_;
};

}  // namespace

double LastRounds::part(const KernelOnSms& kernel, std::size_t kind, const Allocation& asking, std::int64_t left) {
  if (!kernel.law || left == 0) {
    return 1;
  }
  key_.clear();
  key_.add(kind).add(rates_.memory_of(asking.front().first)).add(kernel.subtasks).add(left);
  for (const SmRange& range : asking) {
    key_.add(range);
  }
  return answers_.get(key_, [&] { return LoneKernel(rates_, kernel, asking).part(left); });
}

Millis lone_time(const Instance& instance, const KernelOnSms& kernel) {
  const Allocation room{
      {.first = 0, .sms = static_cast<std::uint32_t>(instance.chip->sm.count), .ctas = kernel.per_sm}};
  KernelRates rates(instance);
  const LoneKernel alone(rates, kernel, room);
  const std::int64_t last = (kernel.subtasks - 1) % alone.most() + 1;
  const std::int64_t whole = (kernel.subtasks - last) / alone.most();
  const double full = alone.round(alone.most());
  if (whole == 0 || last == alone.most()) {
    return Millis{static_cast<double>(whole) * full + alone.round(last)};
  }
  const double part = alone.part(last);
  const double together = std::max(1 - part, 0.0);  // of each of these
  const double shared = together * full * static_cast<double>(last) / static_cast<double>(alone.most());
  return Millis{static_cast<double>(whole) * full + shared + part * alone.round(last)};
}

}  // namespace warpshop::evaluate
