#include "tests/support/slow_credits.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace warpshop::test {
namespace {

constexpr double kNotKnownYet = -1;
constexpr double kNearlyAlike = 1e-9;  // of all credits

/// When a call comes; nothing: that is not known yet.
std::optional<double> coming(const SlowCall& call, const SlowCallTimes& times) {
  if (call.after < 0) {
    return call.release;
  }
  const double before = times.ends[static_cast<std::size_t>(call.after)];
  return before == kNotKnownYet ? std::nullopt : std::optional(std::max<double>(call.release, before + call.lag));
}

class SlowTurn {
 public:
  SlowTurn(const std::vector<SlowCall>& calls, const SlowCredits& credits)
      : calls_(calls), rules_(credits), credit_(credits.credit), used_(credit_.size()), asked_(credit_.size()) {
    times_.starts.assign(calls.size(), kNotKnownYet);
    times_.ends.assign(calls.size(), kNotKnownYet);
    for (const double credit : credit_) {
      all_credits_ += credit;
    }
    if (rules_.periods.empty()) {
      play_round_robin();
    }
  }

  SlowCallTimes run() {
    while (std::count(times_.ends.begin(), times_.ends.end(), kNotKnownYet) > 0) {
      if (!rules_.wanted.empty() && now_ > 0 && now_ % 1000 == 0) {
        correct();
      }
      calls_come();
      decide();
      hand_on();
      pass();
    }
    return times_;
  }

 private:
  struct Place {
    int client;
    bool has_had_a_turn;
  };

  /// Clients stand in a line; as many as there are CPUs go on these, and then to its end.
  void play_round_robin() {
    const auto clients = static_cast<int>(credit_.size());
    std::deque<int> line;
    for (int client = 0; client < clients; ++client) {
      line.push_back(client);
    }
    const std::deque<int> first = line;
    do {
      std::vector<int> on;
      for (int cpu = 0; cpu < std::min(rules_.cpus, clients); ++cpu) {
        on.push_back(line.front());
        line.pop_front();
      }
      line.insert(line.end(), on.begin(), on.end());
      rules_.periods.push_back(on);
    } while (line != first);
  }
  bool on_cpu(int client, int period) const {
    const auto& on = rules_.periods[static_cast<std::size_t>(period) % rules_.periods.size()];
    return std::count(on.begin(), on.end(), client) > 0;
  }
  double cpu_left(int client, int period) const {
    const auto length = static_cast<int>(rules_.periods.size());
    int all = 0, to_come = 0;
    for (int i = 0; i < length; ++i) {
      all += on_cpu(client, i) ? 1 : 0;
      to_come += i >= period % length && on_cpu(client, i) ? 1 : 0;
    }
    const double whole = rules_.cpu[static_cast<std::size_t>(client)];
    return all == 0 ? whole : whole * to_come / all;
  }

  void calls_come() {
    for (std::size_t call = 0; call < calls_.size(); ++call) {
      const std::optional<double> comes = coming(calls_[call], times_);
      if (times_.starts[call] == kNotKnownYet && comes && *comes <= now_ && known_.insert(call).second) {
        waiting_.push_back(call);
      }
    }
    for (const int client : with_calls()) {
      asked_[static_cast<std::size_t>(client)] = true;
      if (std::none_of(line_.begin(), line_.end(), [&](const Place& place) { return place.client == client; })) {
        line_.push_back({client, false});
      }
    }
  }
  /// The one that runs first, then those that have waited longest.
  std::vector<int> with_calls() const {
    std::vector<int> clients;
    if (running_) {
      clients.push_back(calls_[*running_].client);
    }
    for (const std::size_t call : waiting_) {
      clients.push_back(calls_[call].client);
    }
    return clients;
  }
  bool has_calls(int client) const {
    const std::vector<int> clients = with_calls();
    return std::count(clients.begin(), clients.end(), client) > 0;
  }

  void decide() {
    if (owner_) {
      const bool tick_over = tick_left_ == 0;
      ticks_left_ -= tick_over ? 1 : 0;
      const bool gives_up = rules_.yield && !has_calls(*owner_) && !with_calls().empty();
      if (tick_over && ticks_left_ > 0 && has_calls(*owner_)) {
        tick_left_ = rules_.tick;
      } else if (tick_over || gives_up) {
        const auto place =
            std::find_if(line_.begin(), line_.end(), [&](const Place& each) { return each.client == *owner_; });
        const Place its = *place;
        line_.erase(place);
        line_.push_back(its);
        owner_.reset();
      }
    }
    if (!owner_) {
      begin_turn();
    }
  }
  void begin_turn() {
    std::erase_if(line_, [&](const Place& place) { return !has_calls(place.client); });
    if (line_.empty()) {
      return;
    }
    if (rules_.choice != SlowChoice::turns) {
      const int period = now_ / rules_.tick;
      owner_ = chosen(period);
      ticks_left_ = 1;
      tick_left_ = (period + 1) * rules_.tick - now_;
      return;
    }
    Place& next = line_.front();
    owner_ = next.client;
    const double least = *std::min_element(credit_.begin(), credit_.end());
    const double of_least = credit_[static_cast<std::size_t>(next.client)] / least;
    ticks_left_ = next.has_had_a_turn ? std::max(1, static_cast<int>(std::lround(of_least))) : 1;
    next.has_had_a_turn = true;
    tick_left_ = rules_.tick;
  }
  int chosen(int period) const {
    std::vector<int> candidates;
    for (const Place& place : line_) {
      if (rules_.choice != SlowChoice::cosched || on_cpu(place.client, period)) {
        candidates.push_back(place.client);
      }
    }
    if (candidates.empty()) {
      for (const Place& place : line_) {
        candidates.push_back(place.client);
      }
    }
    const auto credit = [&](int client) {
      return credit_[static_cast<std::size_t>(client)] +
             (rules_.choice == SlowChoice::augc ? cpu_left(client, period) : 0);
    };
    int best = candidates.front();
    for (const int each : candidates) {
      best = credit(each) - credit(best) > kNearlyAlike * all_credits_ ? each : best;
    }
    return best;
  }

  void hand_on() {
    if (running_ || !owner_) {
      return;
    }
    const auto next = std::find_if(waiting_.begin(), waiting_.end(),
                                   [&](std::size_t call) { return calls_[call].client == *owner_; });
    if (next != waiting_.end()) {
      running_ = *next;
      waiting_.erase(next);
      times_.starts[*running_] = now_;
    }
  }

  void pass() {
    if (running_) {
      const auto user = static_cast<std::size_t>(calls_[*running_].client);
      used_[user] += 1;
      if (rules_.left) {
        const std::vector<int> those = with_calls();
        const std::set<int> sharing(those.begin(), those.end());
        double of_all = 0;
        for (const int client : sharing) {
          of_all += rules_.credit[static_cast<std::size_t>(client)];
        }
        for (const int client : sharing) {
          const double part = rules_.credit[static_cast<std::size_t>(client)] / of_all;
          credit_[static_cast<std::size_t>(client)] += all_credits_ / rules_.tick * part;
        }
        credit_[user] -= all_credits_ / rules_.tick;
      }
    }
    ++now_;
    tick_left_ -= owner_ ? 1 : 0;
    if (running_ && times_.starts[*running_] + calls_[*running_].time == now_) {
      times_.ends[*running_] = now_;
      running_.reset();
    }
  }

  void correct() {
    for (std::size_t client = 0; client < credit_.size(); ++client) {
      if (asked_[client]) {
        const double ratio = used_[client] == 0 ? 2 : rules_.wanted[client] / (used_[client] / 1000);
        const double first = rules_.credit[client];
        const double next = credit_[client] * std::min(2.0, std::max(0.5, ratio));
        credit_[client] = std::min(16 * first, std::max(first / 16, next));
      }
    }
    std::fill(used_.begin(), used_.end(), 0.0);
    std::fill(asked_.begin(), asked_.end(), false);
  }

  const std::vector<SlowCall>& calls_;
  SlowCredits rules_;
  std::vector<double> credit_;  // now, by client
  std::vector<double> used_;    // milliseconds of this second
  std::vector<bool> asked_;     // in it
  double all_credits_ = 0;
  SlowCallTimes times_;
  std::set<std::size_t> known_;       // calls that have come
  std::vector<std::size_t> waiting_;  // the longest first
  std::deque<Place> line_;
  std::optional<int> owner_;
  int ticks_left_ = 0, tick_left_ = 0;
  std::optional<std::size_t> running_;
  int now_ = 0;
};

}  // namespace

SlowCallTimes slow_credits(const std::vector<SlowCall>& calls, const SlowCredits& credits) {
  return SlowTurn(calls, credits).run();
}

SlowCallTimes slow_fcfs(const std::vector<SlowCall>& calls, double loss) {
  SlowCallTimes times{.starts = std::vector<double>(calls.size(), kNotKnownYet),
                      .ends = std::vector<double>(calls.size(), kNotKnownYet)};
  double now = 0;
  bool runs = false;
  std::size_t running = 0;
  double left = 0;
  while (true) {
    // Those that are there, by when they came, and when the next one comes.
    std::vector<std::pair<double, std::size_t>> there;
    double next = std::numeric_limits<double>::infinity();
    for (std::size_t call = 0; call < calls.size(); ++call) {
      const std::optional<double> comes = coming(calls[call], times);
      if (times.ends[call] != kNotKnownYet || !comes) {
        continue;
      }
      if (*comes <= now * (1 + kNearlyAlike)) {
        there.emplace_back(*comes, call);
      } else {
        next = std::min(next, *comes);
      }
    }
    if (there.empty()) {
      if (std::isinf(next)) {
        return times;
      }
      now = next;
      continue;
    }
    std::sort(there.begin(), there.end(), [&](const auto& a, const auto& b) {
      return std::abs(a.first - b.first) > kNearlyAlike * now ? a.first < b.first : a.second < b.second;
    });
    if (!runs) {
      runs = true;
      running = there.front().second;
      left = calls[running].time;
      times.starts[running] = now;
    }
    std::set<int> clients;
    for (const auto& [came, call] : there) {
      clients.insert(calls[call].client);
    }
    const double speed = clients.size() > 1 ? 1 - loss : 1;
    const double end = now + left / speed;
    if (end <= next * (1 + kNearlyAlike)) {
      now = times.ends[running] = end;
      runs = false;
    } else {
      left -= (next - now) * speed;
      now = next;
    }
  }
}

}  // namespace warpshop::test
