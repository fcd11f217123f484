#include "sim/study/clients/setting_search.hpp"

#include <algorithm>
#include <cmath>
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

constexpr std::size_t kMostOnGrid = 200;  // beyond it a sample
constexpr std::size_t kFewest = 6;        // that step 1 leaves
constexpr std::size_t kFinalists = 5;

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
    candidates.resize(std::min(candidates.size(), kFinalists));
    constexpr std::uint64_t kFresh = 0x5eed;
    attempt(candidates, lengths_.last, search_.seed ^ kFresh);
    return FoundSetting{.settings = candidates.front().settings, .runs = runs_};
  }

 private:
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

  /// Best first, by runs of that length.
  void attempt(std::vector<Candidate>& candidates, Millis horizon, std::uint64_t seed) {
    in_parallel(search_.jobs, candidates.size(),
                [&](std::size_t i) { candidates[i].figures = search_.attempt(candidates[i].settings, horizon, seed); });
    runs_ += candidates.size();
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return is_better(a.figures, b.figures); });
  }

  void halve(std::vector<Candidate>& candidates) {
    Millis horizon = lengths_.brief;
    attempt(candidates, horizon, search_.seed);
    while (candidates.size() > kFewest || horizon < lengths_.long_enough) {
      candidates.resize(std::max(std::min(candidates.size(), kFewest), candidates.size() / 4));
      horizon = std::min(horizon * 2, lengths_.long_enough);
      attempt(candidates, horizon, search_.seed);
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
    attempt(rest, lengths_.long_enough, search_.seed);
    std::copy(rest.begin(), rest.end(), starts.begin() + 1);
    for (Candidate& start : starts) {
      for (double step = range.coarse; step >= range.fine; step = next_step(step)) {
        climb_by(start, step);
      }
      candidates.push_back(std::move(start));
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return is_better(a.figures, b.figures); });
    const auto last = std::unique(candidates.begin(), candidates.end(),
                                  [](const Candidate& a, const Candidate& b) { return a.settings == b.settings; });
    candidates.erase(last, candidates.end());
  }
  double next_step(double step) const {
    const double fine = option_->search->fine;
    return step > fine ? std::max(fine, std::floor(step / 2 / fine) * fine) : 0;
  }

  /// The best of its neighbours, again and again; those of pairs of numbers where no other is better.
  void climb_by(Candidate& here, double step) {
    while (climb_once(here, step, false) || climb_once(here, step, true)) {
    }
  }
  bool climb_once(Candidate& here, double step, bool pairs) {
    std::vector<Candidate> around;
    for (const ByClient& numbers : neighbours(here.settings.numbers(option_->name), step, pairs)) {
      around.push_back({.settings = settings_of(numbers)});
    }
    if (around.empty()) {
      return false;
    }
    attempt(around, lengths_.long_enough, search_.seed);
    if (!is_better(around.front().figures, here.figures)) {
      return false;
    }
    here = std::move(around.front());
    return true;
  }

  /// Those that nobody has been to: one number up or down; pairs: one up and another down.
  std::vector<ByClient> neighbours(const ByClient& here, double step, bool pairs) {
    std::vector<ByClient> all;
    const auto add = [&](std::size_t up, std::size_t down) {
      ByClient next = here;
      if (up < next.size()) {
        next[up] += step;
      }
      if (down < next.size()) {
        next[down] -= step;
      }
      const SearchRange& range = *option_->search;
      for (double& number : next) {
        number = std::clamp(number, std::max(range.fine, range.low / 10), range.high);
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
  std::size_t runs_ = 0;
};

}  // namespace

std::optional<FoundSetting> search_setting(const Policy& policy, const Instance& instance,
                                           const SettingSearch& search) {
  return Search(policy, instance, search).run();
}

}  // namespace warpshop::study
