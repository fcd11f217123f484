#include "sim/share/sm_split.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/occupancy.hpp"

namespace warpshop::share {
namespace {

const NamedKernel& kernel_of(const Instance& instance, std::uint32_t task) {
  return instance.kernels[instance.work[task].kernel];
}

/// Kernels of two tasks beside each other.
class Pair {
 public:
  Pair(const Instance& instance, std::uint32_t first, std::uint32_t second)
      : rates_(instance),
        kernels_{evaluate::kernel_on_sms(instance, first, KernelForm::plain),
                 evaluate::kernel_on_sms(instance, second, KernelForm::plain)} {}

  /// Subtasks a millisecond of each with what a split gives.
  std::array<double, 2> rates(const PairSplit& split) {
    std::vector<evaluate::WorkingCtas> works;
    for (const std::size_t side : {0U, 1U}) {
      for (SmRange range : side == 0 ? split.first : split.second) {
        range.ctas = std::min(range.ctas, kernels_[side].per_sm);
        if (range.ctas > 0) {
          works.push_back({.kernel = &kernels_[side], .launch = side, .on = range});
        }
      }
    }
    rates_.set(works);
    std::array<double, 2> rates{};
    for (const evaluate::WorkingCtas& each : works) {
      rates[each.launch] += each.rate;
    }
    return rates;
  }

 private:
  evaluate::KernelRates rates_;
  std::array<evaluate::KernelOnSms, 2> kernels_;
};

/// CTAs of an allocation, for what a round of them takes.
double ctas_of(const Allocation& allocation, double most) {
  double ctas = 0;
  for (const SmRange& range : allocation) {
    ctas += range.sms * std::min<double>(range.ctas, most);
  }
  return ctas;
}

}  // namespace

std::optional<CtaResources> shape(const Instance& instance, std::uint32_t task) {
  if (instance.work.empty() || instance.work[task].kernel == KernelWork::kNone || instance.work[task].subtasks < 1) {
    return std::nullopt;
  }
  const NamedKernel& kernel = kernel_of(instance, task);
  return kernel.law ? kernel.model.cta : std::nullopt;
}

double progress_alone(const Instance& instance, std::uint32_t task) {
  const KernelModel& model = kernel_of(instance, task).model;
  const Millis plain = instance.jobs[task].kernel - model.invocation.value_or(Millis{0});
  return static_cast<double>(instance.work[task].subtasks) / (plain.count() * model.transformation.value_or(1));
}

Millis subtask_time(const Instance& instance, std::uint32_t task) {
  const auto resident = static_cast<double>(kernel_of(instance, task).model.cta->per_sm) * sms_of(instance);
  return Millis{resident / progress_alone(instance, task)};
}

PairSplit split_sms(const Instance& instance, std::uint32_t sms) {
  return {.first = all_on(0, sms), .second = all_on(sms, sms_of(instance) - sms)};
}

PairSplit split_ctas(const Instance& instance, std::uint32_t first, std::uint32_t second) {
  const std::uint32_t sms = sms_of(instance);
  return {.first = {{.first = 0, .sms = sms, .ctas = first}}, .second = {{.first = 0, .sms = sms, .ctas = second}}};
}

std::vector<PairSplit> sm_splits(const Instance& instance, std::uint32_t first, std::uint32_t second) {
  std::vector<PairSplit> splits;
  if (shape(instance, first) && shape(instance, second)) {
    for (std::uint32_t sms = 1; sms < sms_of(instance); ++sms) {
      splits.push_back(split_sms(instance, sms));
    }
  }
  return splits;
}

std::vector<PairSplit> cta_splits(const Instance& instance, std::uint32_t first, std::uint32_t second) {
  const auto one = shape(instance, first);
  const auto other = shape(instance, second);
  std::vector<PairSplit> splits;
  if (one && other) {
    const std::array<CtaResources, 2> both{*one, *other};
    for (const CtaCounts& counts : co_execution_space(instance.chip->sm, both)) {
      splits.push_back(
          split_ctas(instance, static_cast<std::uint32_t>(counts[0]), static_cast<std::uint32_t>(counts[1])));
    }
  }
  return splits;
}

std::int64_t most_sms_of_one(const Instance& instance) {
  return instance.chip->sm.count - 1;
}

std::int64_t most_ctas_on_an_sm(const Instance& instance) {
  std::int64_t most = 0;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (const auto cta = shape(instance, task)) {
      most = std::max(most, std::min(cta->per_sm, most_ctas_per_sm(instance.chip->sm, *cta)));
    }
  }
  return most > 0 ? most : instance.chip->sm.ctas;
}

PairSplit best_split(const Instance& instance, std::uint32_t first, std::uint32_t second,
                     std::span<const PairSplit> splits, const Mechanism& mechanism, double as_good) {
  Pair pair(instance, first, second);
  const std::array<double, 2> alone{pair.rates({.first = everything(instance), .second = {}})[0],
                                    pair.rates({.first = {}, .second = everything(instance)})[1]};
  const auto slowed = [&](double rate, const Allocation& given, std::uint32_t task) {
    if (mechanism.slice_launch == Millis{0}) {
      return rate;
    }
    const auto most = static_cast<double>(kernel_of(instance, task).model.cta->per_sm);
    return rate / mechanism.slowed_by_slices(Millis{ctas_of(given, most) / rate});
  };
  std::vector<std::pair<double, double>> progresses;  // the smaller and the larger
  double best_stp = 0;
  for (const PairSplit& split : splits) {
    const std::array<double, 2> rates = pair.rates(split);
    progresses.emplace_back(std::minmax(
        {slowed(rates[0], split.first, first) / alone[0], slowed(rates[1], split.second, second) / alone[1]}));
    best_stp = std::max(best_stp, progresses.back().first + progresses.back().second);
  }
  constexpr double kEqual = 1e-9;
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const auto [less, more] = progresses[i];
    if (less + more < best_stp * as_good) {
      continue;
    }
    const bool as_fair = best && less >= progresses[*best].first * (1 - kEqual);
    if (!best || less > progresses[*best].first * (1 + kEqual) ||
        (as_fair && more < progresses[*best].second * (1 - kEqual))) {
      best = i;
    }
  }
  return splits[*best];
}

}  // namespace warpshop::share
