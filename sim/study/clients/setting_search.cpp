#include "sim/study/clients/setting_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "sim/stats/batch_means.hpp"
#include "sim/stats/draws.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/in_parallel.hpp"

namespace warpshop::study {
namespace {

using ByClient = std::vector<double>;  // by client

constexpr std::size_t kMostOnGrid = 200;                                 // beyond it a sample
constexpr std::size_t kFewest = 6;                                       // that step 1 leaves
constexpr GoalTest kEarly{.of_intervals = false, .margin = 0.05};        // of runs that are too short for intervals
constexpr std::array kMargins{0.05, -0.1, -0.05, 0.0, 0.1, 0.15, 0.25};  // what step 3 looks at
constexpr double kMostPolished = 2e6;                                    // requests of all runs of step 4

/// A setting and what it does in the longest runs that it has had.
struct Candidate {
  Settings settings;
  ClientsFigures figures = {};
};

/// How long runs are: until the client of a goal that has fewest requests has enough of them for what each step asks.
struct Lengths {
  Millis brief, long_enough, last;
};

Lengths lengths_of(const SettingSearch& search) {
  constexpr double kMostRequests = 1e6;  // of a run
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
  return {.brief = last / 32, .long_enough = last / 8, .last = last};
}

class Search {
 public:
  Search(const Policy& policy, const Instance& instance, const SettingSearch& search)
      : policy_(policy), instance_(instance), search_(search), lengths_(lengths_of(search)) {
    for (const PolicyOption& option : policy.options) {
      if (option.search) {
        option_ = &option;
      }
    }
  }

  std::optional<FoundSetting> run() {
    std::vector<Candidate> candidates = candidates_at_first();
    if (candidates.empty()) {
      return std::nullopt;
    }
    halve(candidates);
    if (option_ != nullptr) {
      climb(candidates);
    }
    candidates = finalists();
    const Stage stage{.horizon = lengths_.last, .seed = search_.seed ^ kFresh, .test = {}};
    attempt(candidates, stage);
    if (option_ != nullptr) {
      polish(candidates.front(), stage);
    }
    return FoundSetting{.settings = candidates.front().settings, .runs = runs_};
  }

 private:
  /// How settings are compared.
  struct Stage {
    Millis horizon;
    std::uint64_t seed;
    GoalTest test;
  };
  static constexpr std::uint64_t kFresh = 0x5eed;

  Settings settings_of(const ByClient& numbers) const {
    Settings settings = policy_.settings();
    settings.set(option_->name, numbers);
    return settings;
  }

  std::vector<Candidate> candidates_at_first() const {
    std::vector<Candidate> candidates;
    if (policy_.choices != nullptr) {
      for (Settings& each : policy_.choices(policy_, instance_)) {
        candidates.push_back({.settings = std::move(each)});
      }
    } else if (option_ != nullptr) {
      for (const ByClient& numbers : grid()) {
        candidates.push_back({.settings = settings_of(numbers)});
      }
    }
    return candidates;
  }

  /// Coarse steps of every number; of more than kMostOnGrid a sample that is the same each time.
  std::vector<ByClient> grid() const {
    const SearchRange& range = *option_->search;
    const auto steps = static_cast<std::size_t>(std::floor((range.high - range.low) / range.coarse + 0.5)) + 1;
    const std::size_t clients = search_.clients.size();
    const double all = std::pow(static_cast<double>(steps), static_cast<double>(clients));
    stats::Draws draws(search_.seed);
    std::vector<ByClient> grid;
    const auto points = static_cast<std::size_t>(std::min(all, static_cast<double>(kMostOnGrid)));
    for (std::size_t point = 0; point < points; ++point) {
      ByClient numbers;
      std::size_t rest = point;
      for (std::size_t client = 0; client < clients; ++client) {
        const std::size_t step = static_cast<double>(points) < all ? draws.below(steps) : rest % steps;
        rest /= steps;
        numbers.push_back(range.low + static_cast<double>(step) * range.coarse);
      }
      grid.push_back(std::move(numbers));
    }
    return grid;
  }

  Stage early(Millis horizon) const { return {.horizon = horizon, .seed = search_.seed, .test = kEarly}; }

  /// Best first.
  static void rank(std::vector<Candidate>& candidates, const GoalTest& test) {
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](const Candidate& a, const Candidate& b) { return is_better(a.figures, b.figures, test); });
  }

  void attempt(std::vector<Candidate>& candidates, const Stage& stage) {
    search_.tried(runs_);
    in_parallel(search_.jobs, candidates.size(), [&](std::size_t i) {
      candidates[i].figures = search_.attempt(candidates[i].settings, stage.horizon, stage.seed);
    });
    runs_ += candidates.size();
    if (stage.horizon == lengths_.long_enough) {
      tried_.insert(tried_.end(), candidates.begin(), candidates.end());
    }
    rank(candidates, stage.test);
  }

  void halve(std::vector<Candidate>& candidates) {
    Millis horizon = lengths_.brief;
    attempt(candidates, early(horizon));
    while (candidates.size() > kFewest || horizon < lengths_.long_enough) {
      candidates.resize(std::max(std::min(candidates.size(), kFewest), candidates.size() / 4));
      horizon = std::min(horizon * 2, lengths_.long_enough);
      attempt(candidates, early(horizon));
    }
  }

  /// The best of all that had runs which are long enough, and those that would be if goals asked for less or more.
  std::vector<Candidate> finalists() {
    std::vector<Candidate> best;
    const auto is_there = [&](const Candidate& candidate) {
      return std::any_of(best.begin(), best.end(),
                         [&](const auto& other) { return other.settings == candidate.settings; });
    };
    for (const double margin : kMargins) {
      rank(tried_, {.of_intervals = false, .margin = margin});
      const auto next = std::find_if_not(tried_.begin(), tried_.end(), is_there);
      if (next != tried_.end()) {
        best.push_back(*next);
      }
    }
    return best;
  }

  void polish(Candidate& best, const Stage& stage) {
    visited_.clear();
    const double requests = std::max(1.0, search_.requests_per_ms * stage.horizon.count());
    most_runs_ = runs_ + static_cast<std::size_t>(kMostPolished / requests);
    for (const double steps : {4.0, 2.0, 1.0}) {
      climb_by(best, steps * option_->search->fine, stage);
    }
  }

  void climb(std::vector<Candidate>& candidates) {
    const SearchRange& range = *option_->search;
    const std::size_t clients = search_.clients.size();
    std::vector<Candidate> starts{candidates.front()};
    for (const double each : {range.high, range.low + (range.high - range.low) / static_cast<double>(clients)}) {
      starts.push_back({.settings = settings_of(ByClient(clients, std::round(each / range.fine) * range.fine))});
    }
    std::vector<Candidate> rest(starts.begin() + 1, starts.end());
    attempt(rest, early(lengths_.long_enough));
    std::copy(rest.begin(), rest.end(), starts.begin() + 1);
    for (Candidate& start : starts) {
      for (double step = range.coarse; step >= range.fine; step = next_step(step)) {
        climb_by(start, step, early(lengths_.long_enough));
      }
    }
  }
  double next_step(double step) const {
    const double fine = option_->search->fine;
    return step > fine ? std::max(fine, std::floor(step / 2 / fine) * fine) : 0;
  }

  /// The best of its neighbours, again and again; those of pairs of numbers where no other is better.
  void climb_by(Candidate& here, double step, const Stage& stage) {
    while (runs_ < most_runs_ && (climb_once(here, step, false, stage) || climb_once(here, step, true, stage))) {
    }
  }
  bool climb_once(Candidate& here, double step, bool pairs, const Stage& stage) {
    std::vector<Candidate> around;
    for (const ByClient& numbers : neighbours(here.settings.numbers(option_->name), step, pairs)) {
      around.push_back({.settings = settings_of(numbers)});
    }
    if (around.empty()) {
      return false;
    }
    attempt(around, stage);
    if (!is_better(around.front().figures, here.figures, stage.test)) {
      return false;
    }
    here = std::move(around.front());
    return true;
  }

  /// A number that is so much larger, and not the same on this GPU.
  double moved(double number, double by) const {
    const SearchRange& range = *option_->search;
    const double least = std::max(range.fine, range.low / 10);
    if (!range.percent_of_sms) {
      return std::clamp(number + by, least, range.high);
    }
    constexpr double kSlack = 1e-9;
    const auto sms = static_cast<double>(instance_.chip->sm.count);
    const double now = std::floor(number * sms / 100 + kSlack);
    const double many = std::max(1.0, std::round(std::abs(by) * sms / 100));
    const double next = std::clamp(by > 0 ? now + many : now - many, 1.0, sms);
    return std::clamp(std::ceil(100 * next / sms - kSlack), least, range.high);
  }

  /// Those that nobody has been to: one number up or down; pairs: one up and another down.
  std::vector<ByClient> neighbours(const ByClient& here, double step, bool pairs) {
    std::vector<ByClient> all;
    const auto add = [&](std::size_t up, std::size_t down) {
      ByClient next = here;
      if (up < next.size()) {
        next[up] = moved(next[up], step);
      }
      if (down < next.size()) {
        next[down] = moved(next[down], -step);
      }
      if (next != here && visited_.emplace(next, true).second) {
        all.push_back(std::move(next));
      }
    };
    const std::size_t none = here.size();
    for (std::size_t client = 0; client < here.size(); ++client) {
      for (std::size_t other = 0; other < here.size() && pairs; ++other) {
        if (other != client) {
          add(client, other);
        }
      }
      if (!pairs) {
        add(client, none);
        add(none, client);
      }
    }
    return all;
  }

  const Policy& policy_;
  const Instance& instance_;
  const SettingSearch& search_;
  Lengths lengths_;
  const PolicyOption* option_ = nullptr;
  std::map<ByClient, bool> visited_;
  std::vector<Candidate> tried_;  ///< in runs that are long enough
  std::size_t most_runs_ = std::numeric_limits<std::size_t>::max();
  std::size_t runs_ = 0;
};

}  // namespace

std::optional<FoundSetting> search_setting(const Policy& policy, const Instance& instance,
                                           const SettingSearch& search) {
  return Search(policy, instance, search).run();
}

}  // namespace warpshop::study
