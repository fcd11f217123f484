#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/client.hpp"
#include "sim/model/client_window.hpp"
#include "sim/model/comparison.hpp"
#include "sim/model/share_settings.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// A figure, and the ends of its 95 % interval where there are enough requests for one that is to be believed. rough:
/// the ends whether it is to be believed or not; not where the upper one may be beyond all that was seen.
struct Estimate {
  Millis value{0};
  std::optional<Millis> low = {}, high = {};
  std::optional<Millis> rough_low = {}, rough_high = {};
  double runs = 1;        ///< it takes a horizon so many times as long until there is an interval
  double dependence = 1;  ///< so many requests that follow each other tell as much as one that is independent, ≥ 1
};

/// What latencies near that one may be off by where so much time passes, see tied(): 0 where that is a thousandth of it
/// at most.
inline Millis off_by_instants(Millis horizon, Millis latency) {
  constexpr double kNoticed = 1e-3;
  const Millis instant = kTieTolerance * horizon;
  return instant > kNoticed * latency ? instant : Millis{0};
}

/// What is known of a goal.
enum class Verdict : std::uint8_t {
  kept,
  missed,
  not_sure,  ///< too few requests, or the goal is within the interval, or what is assumed decides on it
};
constexpr std::string_view name(Verdict verdict) {
  return verdict == Verdict::kept ? "kept" : verdict == Verdict::missed ? "missed" : "not sure";
}

/// The levels at which the curve of a client's latencies is given.
inline constexpr std::array<double, 18> kCurveLevels{0.05, 0.1,  0.2,  0.3,  0.4,   0.5,   0.6,   0.7,    0.8,
                                                     0.9,  0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999};

/// A point of it: so many of the requests that arrived are answered within that.
struct LatencyQuantile {
  double part = 0;
  Millis latency{0};
  friend bool operator==(const LatencyQuantile&, const LatencyQuantile&) = default;
};

/// How long requests take from their arrival to their answer. A quantile that lies among those that were never answered
/// is not there.
struct LatencyFigures {
  Millis mean{0};  ///< of those that were answered
  std::optional<Millis> p50 = {}, p95 = {};
  std::optional<Estimate> p99 = {};
  std::optional<Millis> most = {};
  std::vector<LatencyQuantile> curve = {};  ///< by part; of results, not of the runs of a search
};

/// What one client gets over what is assumed: the least and the greatest of its figures where assumed values are as
/// they are taken to be, and at both ends of them.
struct AssumedFigures {
  PerSecond rate_low, rate_high;
  std::optional<double> of_alone_low = {}, of_alone_high = {};
  /// Of a goal of latency: the lower end of the least interval of its quantile, the upper end of the greatest, where
  /// there are too few requests the rough ones; the quantile itself where there is neither. high: nothing where so many
  /// are never answered at an end.
  std::optional<Millis> reached_low = {}, reached_high = {};
  std::optional<Verdict> as_assumed = {};  ///< of a goal: with assumed values as they are taken to be
};

/// What one client gets. Those requests count that arrive after the warm-up and before the horizon.
struct ClientFigures {
  std::string name;
  ClientClass kind = ClientClass::online;
  std::uint64_t requests = 0;             ///< that arrived
  std::uint64_t unfinished = 0;           ///< of these, those that were never begun
  std::optional<std::uint64_t> refused;   ///< beside these, see Admission; nothing: none ever is
  std::uint64_t until_horizon = 0;        ///< answers from the start, before the warm-up as well, until the horizon
  PerSecond rate;                         ///< of answers, between warm-up and horizon
  std::optional<LatencyFigures> latency;  ///< nothing: no request was answered
  std::optional<Millis> waited;           ///< mean, of these, until the first command
  /// Kernels for which its reservation could not be had at once, from the start on; nothing: it has none.
  std::optional<std::uint64_t> kept_waiting = {};
  /// Times that its kernels were told to give up CTAs that they worked with, from the start on.
  std::uint64_t preempted = 0;
  /// What that took, as a part of all SMs from the start on: contexts that moved, CTAs that waited to be gone, and work
  /// that was lost. Nothing: none of these; where contexts of clients change, that takes what it takes.
  std::optional<double> preemption_cost = {};
  /// Answers, relative to those with the GPU to itself: where users wait for answers, in the time that counts; else of
  /// until_horizon, as requests that came during the warm-up and are answered after it would count for more than all.
  std::optional<double> of_alone;
  std::optional<Goal> goal = {};
  std::optional<Estimate> reached = {};  ///< of a goal of latency: its quantile
  bool falls_behind = false;             ///< its requests come faster than answers
  bool none_came = false;                ///< no request in the time that counts: nothing is said of a goal
  /// Of a latency by the ends of its interval; not sure where it is another at an end of what is assumed.
  Verdict verdict = Verdict::kept;
  std::optional<AssumedFigures> over_assumed = {};  ///< of results that rest on something of which a range is known

  /// Whether what is assumed decides on its goal.
  bool turns() const { return over_assumed && over_assumed->as_assumed && *over_assumed->as_assumed != verdict; }
  bool goal_kept() const { return verdict == Verdict::kept; }
};

/// What all clients get together.
struct ClientsFigures {
  std::vector<ClientFigures> clients;
  std::size_t goals = 0, goals_kept = 0, goals_missed = 0;  ///< those that are neither: not sure
  double throughput = 0;                                    ///< STP: Σ of_alone over the clients that have one
  std::optional<double> fairness;                           ///< the least of_alone / the greatest
  std::array<double, 3> busy{};  ///< [Stage]: part of the time that counts in which such a command runs
  bool overloaded = false;       ///< some client falls behind

  /// Sets the counts of goals by what is known of each.
  void count_goals() {
    const auto of = [&](Verdict verdict) {
      return static_cast<std::size_t>(std::count_if(clients.begin(), clients.end(), [&](const ClientFigures& client) {
        return client.goal && client.verdict == verdict;
      }));
    };
    goals_kept = of(Verdict::kept);
    goals_missed = of(Verdict::missed);
    goals = goals_kept + goals_missed + of(Verdict::not_sure);
  }
};

/// A value that nobody measured or said, and between what it lies: of compute and memory a part, of context_switch ms.
struct AssumedBetween {
  std::string path;
  double low = 0;
  double high = 0;
  friend bool operator==(const AssumedBetween&, const AssumedBetween&) = default;
};

/// What to set on a GPU for a client, by its name: see ShareSetting. What does not apply is not there.
struct ClientSetting {
  std::string client;
  std::optional<double> mps_percentage = {};
  std::optional<std::uint32_t> sms = {};
  std::optional<std::uint32_t> ctas_per_sm = {};
  std::optional<std::uint32_t> mig_instance = {};
  std::optional<std::string> mig_profile = {};
  std::optional<std::string> with = {};  ///< beside which client; nothing: alone
  bool changes = false;                  ///< while kernels run
};

/// One way to share the GPU.
struct ClientsResult {
  std::string policy;
  Plan plan;  ///< of one request of every stream
  ClientsFigures figures;
  std::vector<ShareSetting> settings = {};   ///< what to set for it
  std::vector<ClientSetting> to_set = {};    ///< the same by client
  std::optional<std::size_t> runs = {};      ///< of a search: how many simulations it took
  std::optional<ClientWindow> window = {};   ///< what runs in a stretch of time, where that is to be seen
  std::vector<std::string> asked = {};       ///< as what: `mps` of `mps:45/100`; several may come to the same
  std::vector<AssumedBetween> assumed = {};  ///< what was put at its ends for ClientFigures::over_assumed
};

/// Ways to share a GPU between clients: by goals kept, then by what those clients get that have none, STP of all where
/// every client has a goal.
struct ClientComparison {
  std::string workload;
  std::vector<std::string> task_names;  ///< of the requests, by position
  std::string device;
  Basis basis = {};
  Millis horizon{0};
  Millis warm_up{0};
  std::uint64_t seed = 1;
  std::vector<Client> clients;
  std::vector<ClientFigures> alone;  ///< each with the GPU to itself
  std::array<double, 3> load{};  ///< [Stage]: how busy the requests that do not wait for answers keep machines, alone
  std::vector<ClientsResult> results;
  std::vector<SkippedPolicy> skipped;
  std::vector<FailedPolicy> failed;
  Origin origin = {};
};

}  // namespace warpshop
