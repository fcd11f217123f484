#include "sim/study/clients/setting_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/stats/batch_means.hpp"
#include "sim/study/clients/client_ranking.hpp"
#include "sim/study/clients/expected_figures.hpp"
#include "sim/study/clients/setting_space.hpp"
#include "sim/study/in_parallel.hpp"

namespace warpshop::study {
namespace {

using Number = std::size_t;  // of a setting, as they were thought of

constexpr std::size_t kFewest = 6;                                 // that step 1 leaves
constexpr std::size_t kMostPairs = 8;                              // clients, of which two are moved at once
constexpr std::size_t kMostStarts = 6;                             // of these, of step 2: of two clients the best alone
constexpr std::size_t kTogether = 2;                               // runs, before their results are looked at
constexpr std::size_t kMostNeighbours = 4;                         // that have the longer runs of a step
constexpr std::size_t kMostFinalists = 8;                          // that step 3 looks at
constexpr double kMostOfFirst = 1.2e6;                             // requests of all first runs of step 1,
constexpr double kMostClimbed = 5e6;                               // of all runs of step 2,
constexpr double kMostPolished = 1e6;                              // and of step 4
constexpr double kMostOfLast = 6e5;                                // of a run of step 3
constexpr double kPartOfFirst = 0.2;                               // of the time of a search, until step 2,
constexpr double kPartOfShortRuns = 0.4;                           // until step 3,
constexpr double kPartOfLongRuns = 0.65;                           // and until step 4
constexpr GoalTest kEarly{.of_intervals = false, .margin = 0.05};  // of runs that are too short for intervals

/// How long runs are, and how settings are compared there.
struct RunLength {
  std::size_t number = 0;  ///< the longer the larger
  Millis horizon{0};
  std::uint64_t seed = 1;
  GoalTest test = kEarly;
};
constexpr std::size_t kRunLengths = 3;

/// A setting, and what it does in runs of each length.
struct Tried {
  Settings settings;
  std::array<std::optional<ClientsFigures>, kRunLengths> figures = {};
};

/// Until the client of a goal that has fewest requests has enough of them for what each length asks.
std::array<RunLength, kRunLengths> run_lengths_of(const SettingSearch& search) {
  constexpr double kMostRequests = 1e6;     // of a run
  constexpr std::uint64_t kFresh = 0x5eed;  // of the last runs: requests that no other has seen
  Millis last = search.horizon;
  for (const Client& client : search.clients) {
    const auto* poisson = std::get_if<PoissonArrivals>(&client.arrivals);
    const auto* latency = client.goal ? std::get_if<LatencyGoal>(&*client.goal) : nullptr;
    if (poisson != nullptr && latency != nullptr) {
      last = std::max(last,
                      Millis{1000 * static_cast<double>(stats::requests_for(latency->quantile)) / poisson->rate.value});
    }
  }
  if (search.requests_per_ms > 0) {
    last = std::max(search.horizon, std::min(last, Millis{kMostRequests / search.requests_per_ms}));
  }
  return {RunLength{.number = 0, .horizon = last / 32, .seed = search.seed},
          RunLength{.number = 1, .horizon = last / 8, .seed = search.seed},
          RunLength{.number = 2, .horizon = last, .seed = search.seed ^ kFresh, .test = {}}};
}

class Search {
 public:
  Search(const Policy& policy, const Instance& instance, const SettingSearch& search)
      : policy_(policy), instance_(instance), search_(search), lengths_(run_lengths_of(search)) {
    for (const PolicyOption& option : policy.options) {
      if (option.search) {
        option_ = &option;
        space_.emplace(*option.search, search.clients.size(),
                       instance.chip ? static_cast<double>(instance.chip->sm.count) : 1);
      }
    }
  }

  std::optional<FoundSetting> run() {
    std::vector<Number> all = all_at_first();
    if (all.empty()) {
      return std::nullopt;
    }
    halve(all);
    if (option_ != nullptr) {
      climb(all);
    }
    part_ = kPartOfShortRuns;
    Number best = best_of_long_runs();
    while (are_many() && are_too_short(best) && lengthen_last()) {
      best = best_of_long_runs();
    }
    part_ = kPartOfLongRuns;
    if (option_ != nullptr) {
      polish(best);
    }
    return FoundSetting{.settings = tried_[best].settings, .runs = runs_};
  }

 private:
  /// More than two, for which one start and last runs that just give intervals do, see results/clients/grid.
  bool are_many() const { return search_.clients.size() > 2; }
  const RunLength& brief() const { return lengths_[0]; }
  const RunLength& long_enough() const { return lengths_[1]; }
  const RunLength& last() const { return lengths_[2]; }
  const ClientsFigures& figures(Number setting, const RunLength& length) const {
    return *tried_[setting].figures[length.number];
  }

  // What there is to try.

  Number number_of(Settings settings) {
    const auto [known, is_new] = numbers_.try_emplace(settings.text(), tried_.size());
    if (is_new) {
      tried_.push_back({.settings = std::move(settings)});
    }
    return known->second;
  }
  Number number_of(const ByClient& numbers) {
    Settings settings = search_.words.empty() ? policy_.settings() : search_.words;
    settings.set(option_->name, numbers);
    return number_of(std::move(settings));
  }

  std::vector<Number> all_at_first() {
    std::vector<Number> all;
    const auto add = [&](Number setting) {
      if (setting == all.size()) {  // is new
        all.push_back(setting);
      }
    };
    if (policy_.choices != nullptr) {
      for (Settings& each : policy_.choices(policy_, instance_)) {
        add(number_of(std::move(each)));
      }
    } else if (option_ != nullptr) {
      for (const ByClient& numbers : space_->grid(search_.seed)) {
        add(number_of(numbers));
      }
    }
    return all;
  }

  // Runs.

  std::vector<ClientsFigures> simulate(const std::vector<Number>& settings, Millis horizon, std::uint64_t seed) {
    search_.tried(runs_, part_);
    std::vector<ClientsFigures> figures(settings.size());
    if (settings.empty()) {
      return figures;
    }
    in_parallel(search_.jobs, settings.size(),
                [&](std::size_t i) { figures[i] = search_.attempt(tried_[settings[i]].settings, horizon, seed); });
    runs_ += settings.size();
    spent_ += requests_in(horizon) * static_cast<double>(settings.size());
    for (const RunLength& length : lengths_) {
      for (std::size_t i = 0; i < settings.size() && length.horizon == horizon && length.seed == seed; ++i) {
        tried_[settings[i]].figures[length.number] = figures[i];
      }
    }
    return figures;
  }
  /// Those that have had no run of that length have one.
  void attempt(std::vector<Number> settings, const RunLength& length) {
    std::erase_if(settings, [&](Number each) { return tried_[each].figures[length.number].has_value(); });
    simulate(settings, length.horizon, length.seed);
  }
  double requests_in(Millis horizon) const { return std::max(1.0, search_.requests_per_ms * horizon.count()); }

  /// Best first.
  void rank(std::vector<Number>& settings, const RunLength& length, const GoalTest& test) const {
    std::stable_sort(settings.begin(), settings.end(),
                     [&](Number a, Number b) { return is_better(figures(a, length), figures(b, length), test); });
  }

  // The steps of the search.

  void halve(std::vector<Number>& settings) {
    constexpr double kShortest = 4;  // part of the brief runs
    const double requests = requests_in(brief().horizon) * static_cast<double>(settings.size());
    Millis horizon = brief().horizon / std::clamp(requests / kMostOfFirst, 1.0, kShortest);
    while (settings.size() > kFewest || horizon < long_enough().horizon) {
      const std::vector<ClientsFigures> figures = simulate(settings, horizon, search_.seed);
      part_ = kPartOfFirst / 2;
      std::vector<std::size_t> order(settings.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::stable_sort(order.begin(), order.end(),
                       [&](std::size_t a, std::size_t b) { return is_better(figures[a], figures[b], kEarly); });
      std::vector<Number> best;
      for (std::size_t i = 0; i < std::max(std::min(order.size(), kFewest), order.size() / 4); ++i) {
        best.push_back(settings[order[i]]);
      }
      settings = std::move(best);
      horizon = std::min(horizon * 2, long_enough().horizon);
    }
    attempt(settings, long_enough());
    rank(settings, long_enough(), kEarly);
  }

  /// first: of step 1, the best first.
  void climb(const std::vector<Number>& first) {
    const std::size_t most = are_many() ? kMostStarts : 1;
    std::vector<Number> starts(first.begin(),
                               first.begin() + static_cast<std::ptrdiff_t>(std::min(most, first.size())));
    for (const ByClient& numbers : space_->usual()) {
      const Number start = number_of(numbers);
      if (std::find(starts.begin(), starts.end(), start) == starts.end()) {
        starts.push_back(start);
      }
    }
    attempt(starts, long_enough());
    for (std::size_t i = 0; i < starts.size(); ++i) {
      part_ = kPartOfFirst +
              (kPartOfShortRuns - kPartOfFirst) * static_cast<double>(i) / static_cast<double>(starts.size());
      most_spent_ = spent_ + kMostClimbed / static_cast<double>(starts.size());
      for (const double step : {option_->search->coarse, option_->search->coarse / 2}) {
        climb_by(starts[i], step, brief(), long_enough());
      }
    }
  }

  /// Of all that had runs which are long enough. The first are the best of them; the best of these then says how much
  /// the last runs differ from those, and so who is worth a long run.
  Number best_of_long_runs() {
    std::vector<Number> all;
    for (Number setting = 0; setting < tried_.size(); ++setting) {
      if (tried_[setting].figures[long_enough().number]) {
        all.push_back(setting);
      }
    }
    rank(all, long_enough(), kEarly);
    std::vector<Number> next{all.front()};
    rank(all, long_enough(), {.of_intervals = false, .margin = -kEarly.margin});
    if (all.front() != next.front()) {
      next.push_back(all.front());
    }
    Number best = next.front();
    attempt(next, last());
    best = better_of(best, next);
    try_promising(best, long_enough(), kMostFinalists - next.size(), 0);
    if (!keeps_all(figures(best, last()))) {  // what had few runs because others looked as if they would
      constexpr double kSurely = -2;
      attempt({best}, brief());
      try_promising(best, brief(), kMostFinalists, kSurely);
    }
    return best;
  }
  /// At most so many more long runs, of those that could be better by what they did in shorter ones.
  void try_promising(Number& best, const RunLength& shorter, std::size_t most, double hope) {
    for (std::size_t runs = 0; runs < most; runs += kTogether) {
      std::vector<Number> all;
      for (Number setting = 0; setting < tried_.size(); ++setting) {
        if (tried_[setting].figures[shorter.number] && !tried_[setting].figures[last().number]) {
          all.push_back(setting);
        }
      }
      std::vector<Number> next = promising(all, best, shorter, last(), hope);
      if (next.empty()) {
        return;
      }
      next.resize(std::min(next.size(), kTogether));
      attempt(next, last());
      best = better_of(best, next);
    }
  }
  Number better_of(Number best, const std::vector<Number>& others) const {
    for (const Number each : others) {
      best = is_better(figures(each, last()), figures(best, last()), last().test) ? each : best;
    }
    return best;
  }
  /// Whether longer last runs might find one that leaves much more: of those that had one, which would keep all goals
  /// if those counted that are not missed for sure.
  bool are_too_short(Number best) const {
    constexpr double kMuchMore = 1.05;
    constexpr GoalTest kHoped{.of_intervals = false, .margin = 0};
    const ClientsFigures& its = figures(best, last());
    return std::any_of(tried_.begin(), tried_.end(), [&](const Tried& each) {
      const std::optional<ClientsFigures>& other = each.figures[last().number];
      return other && other->goals_missed == 0 && !keeps_all(*other) && is_better(*other, its, kHoped) &&
             left_for_rest(*other) > kMuchMore * left_for_rest(its);
    });
  }
  /// Whether they may be: then nothing has had one.
  bool lengthen_last() {
    constexpr double kLonger = 4;
    const Millis horizon = kLonger * last().horizon;
    if (horizon > most_of_last_ || requests_in(horizon) > kMostOfLast) {
      return false;
    }
    lengths_.back().horizon = horizon;
    for (Tried& each : tried_) {
      each.figures[last().number].reset();
    }
    return true;
  }
  static bool keeps_all(const ClientsFigures& figures) { return figures.goals_kept == figures.goals; }

  void polish(Number& best) {
    visited_.clear();
    most_spent_ = spent_ + kMostPolished;
    for (const double steps : {2.0, 1.0}) {
      climb_by(best, steps * option_->search->fine, long_enough(), last());
      part_ += (1 - kPartOfLongRuns) / 2;
    }
  }

  /// The best of its neighbours, again and again; those of pairs of numbers where no other is better.
  void climb_by(Number& here, double step, const RunLength& shorter, const RunLength& length) {
    const bool pairs = search_.clients.size() <= kMostPairs;
    while (spent_ < most_spent_ && (climb_once(here, step, false, shorter, length) ||
                                    (pairs && climb_once(here, step, true, shorter, length)))) {
    }
  }
  /// All neighbours have shorter runs; those that look as if they could be better, longer ones.
  bool climb_once(Number& here, double step, bool pairs, const RunLength& shorter, const RunLength& length) {
    std::vector<Number> around;
    for (const ByClient& next : space_->neighbours(tried_[here].settings.numbers(option_->name), step, pairs)) {
      if (visited_.insert(next).second) {
        around.push_back(number_of(next));
      }
    }
    if (around.empty()) {
      return false;
    }
    around.push_back(here);
    attempt(around, shorter);
    around.pop_back();
    std::vector<Number> best = promising(around, here, shorter, length);
    best.resize(std::min(best.size(), kMostNeighbours));
    const Number before = here;
    for (std::size_t first = 0; first < best.size() && here == before; first += kTogether) {
      const auto from = best.begin() + static_cast<std::ptrdiff_t>(first);
      const auto to = from + static_cast<std::ptrdiff_t>(std::min(kTogether, best.size() - first));
      attempt(std::vector<Number>(from, to), length);
      for (auto each = from; each != to; ++each) {
        here = is_better(figures(*each, length), figures(here, length), length.test) ? *each : here;
      }
    }
    return here != before;
  }

  /// Those that could be better than `here` in longer runs, from what all do in shorter ones: first the best of what is
  /// expected with so much hope.
  std::vector<Number> promising(const std::vector<Number>& settings, Number here, const RunLength& shorter,
                                const RunLength& longer, double hope_of_first = 0) const {
    std::vector<Number> best;
    std::map<Number, ClientsFigures> expected;
    for (const Number each : settings) {
      const auto with = [&](double hope) {
        return expected_figures(figures(each, shorter), figures(here, shorter), figures(here, longer), hope);
      };
      if (is_better(with(1), figures(here, longer), longer.test)) {
        best.push_back(each);
        expected.emplace(each, with(hope_of_first));
      }
    }
    std::stable_sort(best.begin(), best.end(),
                     [&](Number a, Number b) { return is_better(expected.at(a), expected.at(b), longer.test); });
    return best;
  }

  const Policy& policy_;
  const Instance& instance_;
  const SettingSearch& search_;
  std::array<RunLength, kRunLengths> lengths_;
  Millis most_of_last_ = 16 * lengths_.back().horizon;
  const PolicyOption* option_ = nullptr;
  std::optional<SettingSpace> space_;  ///< of that option
  std::vector<Tried> tried_;
  std::map<std::string, Number> numbers_;  ///< by what the setting is called
  std::set<ByClient> visited_;
  double spent_ = 0, most_spent_ = 0;  ///< requests of all runs
  std::size_t runs_ = 0;
  double part_ = 0;  ///< of the search that is done, as it usually is
};

}  // namespace

std::optional<FoundSetting> search_setting(const Policy& policy, const Instance& instance,
                                           const SettingSearch& search) {
  return Search(policy, instance, search).run();
}

}  // namespace warpshop::study
