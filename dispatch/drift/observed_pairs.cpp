#include "dispatch/drift/observed_pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace warpshop::dispatch {
namespace {

constexpr double kFewestSubtasks = 50;      // of each CTA
constexpr double kLeastTogether = 1.0 / 3;  // of a residency, with one neighbour
constexpr double kMostUnknown = 0.05;       // of a residency, in which SMs held not the same

using CtasByTask = std::map<std::uint32_t, std::int64_t>;  // on every SM

/// A stretch of time in which nobody came or went.
struct Stretch {
  Millis start{0};
  Millis end{0};
  std::optional<CtasByTask> held = {};  ///< nothing: SMs held not the same
};

std::vector<Stretch> stretches_of(const Timeline& timeline, std::int64_t sms) {
  std::vector<Millis> times;
  for (const Residency& residency : timeline.residencies) {
    times.push_back(residency.start);
    times.push_back(residency.end);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  std::vector<Stretch> stretches;
  for (std::size_t i = 1; i < times.size(); ++i) {
    stretches.push_back({.start = times[i - 1], .end = times[i], .held = CtasByTask{}});
  }
  for (const Residency& residency : timeline.residencies) {
    auto stretch = std::ranges::lower_bound(stretches, residency.start, {}, &Stretch::start);
    for (; stretch != stretches.end() && stretch->start < residency.end; ++stretch) {
      if (residency.sms != static_cast<std::uint32_t>(sms)) {
        stretch->held.reset();
      } else if (stretch->held) {
        (*stretch->held)[residency.task] += residency.ctas_per_sm;
      }
    }
  }
  return stretches;
}

/// What a task did with the same beside it, added up over its residencies.
struct Done {
  double subtasks = 0;
  double expected = 0;
  double ctas = 0;  ///< of which it is
  Millis time{0};   ///< of the longest
};

class Observed {
 public:
  Observed(const Timeline& timeline, std::int64_t sms, std::span<const std::string> kernels,
           const RatesByProfile& rates)
      : sms_(static_cast<double>(sms)), kernels_(kernels), rates_(rates), stretches_(stretches_of(timeline, sms)) {
    for (const Residency& residency : timeline.residencies) {
      if (residency.end > residency.start && residency.sms == static_cast<std::uint32_t>(sms)) {
        add(residency);
      }
    }
  }

  std::vector<ObservedPair> pairs() const {
    std::vector<ObservedPair> pairs;
    for (const auto& [held, done] : done_) {
      const std::uint32_t first = held.begin()->first;
      const std::uint32_t second = std::next(held.begin())->first;
      if (!enough(done, first) || !enough(done, second)) {
        continue;
      }
      ObservedPair& pair = pairs.emplace_back();
      pair.time = std::min(done.at(first).time, done.at(second).time);
      for (const std::size_t side : {0U, 1U}) {
        const std::uint32_t task = side == 0 ? first : second;
        pair.point.kernels[side] = kernels_[task];
        pair.point.ctas[side] = held.at(task);
        pair.expected[side] = (*known_.at(held))[side];
        pair.point.rates[side] = {pair.expected[side].value * done.at(task).subtasks / done.at(task).expected};
      }
    }
    return pairs;
  }

 private:
  bool is_pair(const CtasByTask& held) const {
    return held.size() == 2 && kernels_[held.begin()->first] != kernels_[std::next(held.begin())->first];
  }
  static bool enough(const std::map<std::uint32_t, Done>& done, std::uint32_t task) {
    const auto found = done.find(task);
    return found != done.end() && found->second.expected > 0 &&
           found->second.subtasks >= kFewestSubtasks * found->second.ctas;
  }

  /// In the order of tasks; nothing: the profile does not know.
  const std::optional<std::vector<SubtasksPerMilli>>& expected_of(const CtasByTask& held) {
    const auto [known, is_new] = known_.try_emplace(held);
    if (is_new) {
      std::vector<HeldCtas> all;
      for (const auto& [task, ctas] : held) {
        all.push_back({.kernel = kernels_[task], .ctas = ctas});
      }
      if (std::vector<SubtasksPerMilli> rates = rates_(all); !rates.empty()) {
        known->second = std::move(rates);
      }
    }
    return known->second;
  }

  /// What the profile says that as many CTAs as the residency has do in the stretch.
  std::optional<double> expected_in(const Stretch& stretch, const Residency& residency) {
    if (!stretch.held) {
      return {};
    }
    const auto& rates = expected_of(*stretch.held);
    if (!rates) {
      return {};
    }
    const auto own = stretch.held->find(residency.task);
    const auto position = static_cast<std::size_t>(std::distance(stretch.held->begin(), own));
    return (*rates)[position].value / static_cast<double>(own->second) * residency.ctas_per_sm *
           (stretch.end - stretch.start).count();
  }

  void add(const Residency& residency) {
    struct Part {
      Millis time{0};
      double expected = 0;
    };
    std::map<CtasByTask, Part> parts;
    Millis unknown{0};
    double all_expected = 0;
    auto stretch = std::ranges::lower_bound(stretches_, residency.start, {}, &Stretch::start);
    for (; stretch != stretches_.end() && stretch->start < residency.end; ++stretch) {
      if (const std::optional<double> expected = expected_in(*stretch, residency)) {
        Part& part = parts[*stretch->held];
        part.time += stretch->end - stretch->start;
        part.expected += *expected;
        all_expected += *expected;
      } else {
        unknown += stretch->end - stretch->start;
      }
    }
    auto longest = parts.end();  // with one neighbour
    for (auto part = parts.begin(); part != parts.end(); ++part) {
      if (is_pair(part->first) && (longest == parts.end() || part->second.time > longest->second.time)) {
        longest = part;
      }
    }
    const Millis time = residency.end - residency.start;
    if (longest == parts.end() || longest->second.time < kLeastTogether * time || unknown > kMostUnknown * time) {
      return;
    }
    const Part& part = longest->second;
    const double rest = all_expected - part.expected;  // what nobody knows of goes by what is known
    const double subtasks = residency.subtasks * (1 - unknown / time) - rest;
    Done& done = done_[longest->first][residency.task];
    done.subtasks += std::max(subtasks, 0.0);
    done.expected += part.expected;
    done.ctas += residency.ctas_per_sm * sms_;
    done.time = std::max(done.time, part.time);
  }

  double sms_;
  std::span<const std::string> kernels_;
  const RatesByProfile& rates_;
  std::vector<Stretch> stretches_;
  std::map<CtasByTask, std::optional<std::vector<SubtasksPerMilli>>> known_;
  std::map<CtasByTask, std::map<std::uint32_t, Done>> done_;  ///< of pairs, by task
};

}  // namespace

std::vector<ObservedPair> observed_pairs(const Timeline& timeline, std::int64_t sms,
                                         std::span<const std::string> kernels, const RatesByProfile& rates) {
  return Observed(timeline, sms, kernels, rates).pairs();
}

}  // namespace warpshop::dispatch
