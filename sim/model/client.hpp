#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/sm_amount.hpp"
#include "sim/model/task_range.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// Requests in a second.
struct PerSecond {
  double value = 0;
  friend auto operator<=>(const PerSecond&, const PerSecond&) = default;
};

// When the requests of a client arrive: until the horizon, counted from 0.

/// Independent of each other: the gaps are exponential.
struct PoissonArrivals {
  PerSecond rate;  ///< > 0
  friend bool operator==(const PoissonArrivals&, const PoissonArrivals&) = default;
};
/// One every period, the first at `offset`.
struct PeriodicArrivals {
  Millis period{0};  ///< > 0
  Millis offset{0};  ///< ≥ 0
  friend bool operator==(const PeriodicArrivals&, const PeriodicArrivals&) = default;
};
/// So many users, each of whom thinks, asks, waits for the answer, and begins anew.
struct ClosedArrivals {
  std::uint32_t users = 1;   ///< 1 … kMostUsers
  Millis think{0};           ///< ≥ 0
  bool exponential = false;  ///< think times are; else all are the same
  friend bool operator==(const ClosedArrivals&, const ClosedArrivals&) = default;
};
/// All of them at the beginning.
struct ArrivalsAtOnce {
  std::uint64_t requests = 1;  ///< 1 … kMostRequests
  friend bool operator==(const ArrivalsAtOnce&, const ArrivalsAtOnce&) = default;
};
/// As they were recorded.
struct RecordedArrivals {
  std::vector<Millis> times;  ///< ≥ 0, not decreasing
  friend bool operator==(const RecordedArrivals&, const RecordedArrivals&) = default;
};

using Arrivals = std::variant<PoissonArrivals, PeriodicArrivals, ClosedArrivals, ArrivalsAtOnce, RecordedArrivals>;

inline constexpr std::uint32_t kMostUsers = 100'000;
inline constexpr std::uint32_t kMostStreams = 100'000;
inline constexpr std::uint32_t kUsualCredit = 1024;
inline constexpr std::uint32_t kUsualCpuCredit = 256;  ///< Xen's weight of a domain
inline constexpr std::uint32_t kMostCredit = 65'535;
inline constexpr std::uint64_t kMostRequests = 10'000'000;  ///< that arrive at a client until the horizon

// How much of the kernels' work a request has, relative to what the workload says: a factor for all its kernels.

/// One of several exponential distributions.
struct DemandPart {
  double part = 1;  ///< how many of the requests, 0 … 1; all parts together are 1
  double mean = 1;  ///< > 0
  friend bool operator==(const DemandPart&, const DemandPart&) = default;
};
/// Empty: every request is as the workload says. One part of mean 1: exponential.
using Demand = std::vector<DemandPart>;

// What a client is to get.

/// At least `quantile` of its requests are answered within `latency` of their arrival.
struct LatencyGoal {
  Millis latency{0};       ///< > 0
  double quantile = 0.99;  ///< 0 < q < 1
  friend bool operator==(const LatencyGoal&, const LatencyGoal&) = default;
};
/// So many requests in a second are answered.
struct RateGoal {
  PerSecond rate;  ///< > 0
  friend bool operator==(const RateGoal&, const RateGoal&) = default;
};
/// It answers this part of the requests that it answers when it has the GPU to itself.
struct SpeedGoal {
  double part = 1;  ///< 0 < part ≤ 1
  friend bool operator==(const SpeedGoal&, const SpeedGoal&) = default;
};
using Goal = std::variant<LatencyGoal, RateGoal, SpeedGoal>;

/// `99 % within 50 ms`, `40 /s`, `70 % of its speed alone`.
std::string goal_text(const Goal& goal);

enum class ClientClass : std::uint8_t {
  online,   ///< somebody waits for each answer
  offline,  ///< only how many there are counts
};
constexpr std::string_view name(ClientClass kind) {
  return kind == ClientClass::online ? "online" : "offline";
}

/// Where the tasks of a request stand, if not in the client's own file.
struct RequestFile {
  std::string workload;  ///< its file, as it is named there
  std::string job = {};  ///< that they are part of; empty: all tasks of the file are
  friend bool operator==(const RequestFile&, const RequestFile&) = default;
};

/// What goes on on a GPU: requests that come one after the other, each a chain of tasks. It has one stream or more; a
/// stream serves a request at a time, and requests beyond them wait in the client's own queue, unseen by the GPU.
///
/// The tasks of a request are tasks of the workload, those of its streams one behind the other: of stream s, stage t
/// is `tasks.first + s · stages() + t`.
struct Client {
  std::string name;
  TaskRange tasks;
  std::uint32_t streams = 1;  ///< 1 … kMostStreams
  Arrivals arrivals;
  Demand demand = {};
  std::optional<Goal> goal = {};
  ClientClass kind = ClientClass::online;
  int priority = 0;                            ///< of its streams: higher ones go first
  std::optional<SmAmount> reservation = {};    ///< online: its kernels have so much of the SMs, whoever else is there
  std::optional<SmAmount> quota = {};          ///< offline: they have so much at most
  std::uint32_t credit = kUsualCredit;         ///< of the accelerator, 1 … kMostCredit: only ratios count
  std::uint32_t cpu_credit = kUsualCpuCredit;  ///< of the host's CPUs, likewise
  std::optional<RequestFile> from = {};
  Mark mark = {};

  std::uint32_t stages() const { return tasks.count / streams; }
  friend bool operator==(const Client& a, const Client& b) {
    return a.name == b.name && a.tasks == b.tasks && a.streams == b.streams && a.arrivals == b.arrivals &&
           a.demand == b.demand && a.goal == b.goal && a.kind == b.kind && a.priority == b.priority &&
           a.reservation == b.reservation && a.quota == b.quota && a.credit == b.credit &&
           a.cpu_credit == b.cpu_credit && a.from == b.from;
  }
};

/// Clients, and until when their requests arrive; then what is there is finished.
struct ClientSet {
  std::vector<Client> all = {};
  Millis horizon{0};    ///< > 0 where there are clients
  bool admits = false;  ///< requests that would be answered too late for their goal are refused, see Admission

  bool none() const { return all.empty(); }
  /// Whose request a task is part of; nullptr: nobody's.
  const Client* of(std::uint32_t task) const {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Client& each) { return each.tasks.has(task); });
    return found == all.end() ? nullptr : &*found;
  }
  friend bool operator==(const ClientSet&, const ClientSet&) = default;
};

}  // namespace warpshop
