#include "sim/evaluate/events/shared/last_round.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace warpshop::evaluate {
namespace {

/// A kernel alone on SMs of which each has room for so many of its CTAs.
class LoneKernel {
 public:
  LoneKernel(RatesBySet& rates_by_set, const KernelOnSms& kernel, double memory, std::span<const std::uint32_t> room)
      : rates_by_set_(rates_by_set),
        kernel_(kernel),
        memory_(memory),
        room_(room),
        most_(std::accumulate(room.begin(), room.end(), std::int64_t{0})) {}

  std::int64_t most() const { return most_; }

  /// What a round of so many CTAs takes, in milliseconds.
  double round(std::int64_t ctas) const {
    std::map<std::uint32_t, std::int64_t> sms;  // by CTAs on each
    for (const std::uint32_t count : deal_evenly(ctas, room_)) {
      sms[count] += count > 0 ? 1 : 0;
    }
    std::vector<SmGroup> groups;
    for (const auto& [count, with_it] : sms) {
      if (count > 0) {
        groups.push_back({.sms = with_it, .residents = {{*kernel_.law, static_cast<double>(count)}}});
      }
    }
    double rate = 0;
    for (const SubtasksPerMilli& each : rates_by_set_.rates(groups, memory_)) {
      rate += each.value;
    }
    return static_cast<double>(ctas) * kernel_.length / rate;
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
  RatesBySet& rates_by_set_;
  const KernelOnSms& kernel_;
  double memory_;
  std::span<const std::uint32_t> room_;
  std::int64_t most_;
};

}  // namespace

std::vector<std::uint32_t> deal_evenly(std::int64_t count, std::span<const std::uint32_t> wanted) {
  std::vector<std::uint32_t> dealt(wanted.size());
  for (bool any = true; any && count > 0;) {
    any = false;
    for (std::size_t sm = 0; sm < dealt.size() && count > 0; ++sm) {
      if (dealt[sm] < wanted[sm]) {
        ++dealt[sm];
        --count;
        any = true;
      }
    }
  }
  return dealt;
}

double last_round_part(RatesBySet* rates_by_set, const KernelOnSms& kernel, double memory,
                       std::span<const std::uint32_t> asking, std::int64_t left) {
  return kernel.law && left > 0 ? LoneKernel(*rates_by_set, kernel, memory, asking).part(left) : 1;
}

Millis lone_time(const Instance& instance, const KernelOnSms& kernel) {
  const std::vector<std::uint32_t> room(static_cast<std::size_t>(instance.chip->sm.count), kernel.per_sm);
  RatesBySet rates_by_set(*instance.co_run);
  const LoneKernel alone(rates_by_set, kernel, 1, room);
  const std::int64_t last = (kernel.subtasks - 1) % alone.most() + 1;
  const std::int64_t whole = (kernel.subtasks - last) / alone.most();
  if (whole == 0) {
    return Millis{alone.round(last)};
  }
  const double full = alone.round(alone.most());
  if (last == alone.most()) {
    return Millis{static_cast<double>(whole + 1) * full};
  }
  const double part = alone.part(last);
  const double together =
      std::max(1 - part, 0.0) * full * static_cast<double>(last) / static_cast<double>(alone.most());
  return Millis{static_cast<double>(whole) * full + together + part * alone.round(last)};
}

}  // namespace warpshop::evaluate
