#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/evaluate/duplex_rates.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// Payloads that have yet to move, in milliseconds as if alone: [Direction][Memory].
using Payloads = std::array<std::array<double, 2>, 2>;
Payloads payloads_of(const Job& job);
Payloads payloads_of(const Instance& instance);

/// What a payload of a direction saves at most per unit of it beside an opposing one, by its memory: s of
/// overlapped_payloads(). Only memories that `payloads` has any of oppose it.
std::array<double, 2> largest_savings(const Instance& instance, Direction direction, const Payloads& payloads);

/// The time that payloads of any memories take at the least from the instant on from which they count, in milliseconds.
/// While two of them move side by side, at rates rh and rd, a unit of time does rh + rd of work; what is saved by that
/// is, per unit of payload of either side, at most s = max(0, (rh + rd - 1) / own rate) over the opposing memories that
/// it may meet, so
///   T ≥ SH + SD - min(Σ s_h SH, Σ s_d SD), the sums over memories. Exclusive copies save nothing.
double overlapped_payloads(const Instance& instance, const Payloads& payloads);

/// overlapped_payloads() of a whole instance.
Millis overlap_bound(const Instance& instance);

/// Whether the bounds on coupled copies hold: rh, rd ≤ 1 and rh + rd ≥ 1.
bool couples(const DuplexRates& rates);

/// What couples the two copy engines where all is pinned: payloads that both have yet to move, in milliseconds as if
/// alone.
struct CoupledCopies {
  double h2d_payload;  ///< SH
  double d2h_payload;  ///< SD
  double head;         ///< a: no D2H payload moves earlier
  double tail;         ///< b: what is left of some task at the least when the last H2D has ended
};

/// The time that coupled copies take from the instant on from which they count, with c = (1 - rh) / rd:
///   T ≥ SH + c SD + (1 - c) max(b, (rd / rh) (a + SD rh / rd - SH), 0); docs/model.md says why. Requires couples().
double coupled_copies(const DuplexRates& rates, const CoupledCopies& copies);

/// Whether all copies of an instance are coupled: two DMA engines, all copies pinned, couples().
bool all_coupled(const Instance& instance);

/// coupled_copies() of a whole instance that is all_coupled(); 0 elsewhere. a = min(release + h + k + D2H latency) over
/// tasks with a D2H, b = min(k + d) over tasks with an H2D.
Millis duplex_bound(const Instance& instance);

/// The machines that serve one stage at a time, by Stage. A bound that counts on one says so; what it says of the
/// others is only how long a stage takes at the least.
using Machines = std::bitset<3>;
inline constexpr Machines kEveryMachine{0b111};
/// Where kernels share the GPU.
inline constexpr Machines kCopyEngines{0b101};

/// A stage of a task: what comes at least before it, from the start of all, the stage, and what comes after it.
struct Visit {
  Millis head{0}, work{0}, tail{0};
};
/// By stage, from release, least_times() and the gaps between stages.
std::array<Visit, 3> visits(const Instance& instance, const Job& job);

/// A machine that makes the visits of some tasks, one at a time.
struct Machine {
  Millis head = kUnreached;
  Millis work{0};
  Millis tail = kUnreached;

  void add(const Visit& visit);
  void add(const Machine& other);
  /// Least head + total work + least tail; 0 without visits.
  Millis bound() const;

  static constexpr Millis kUnreached{std::numeric_limits<double>::infinity()};
};

/// What tasks take of a device: adds up.
struct Load {
  std::array<Machine, 3> machines{};
  Payloads payloads{};
  Millis longest{0};  ///< task, from its release
  Millis total{0};    ///< all least_times()

  void add(const Load& other);
  /// What the tasks take at the least: the longest of them; each machine's bound(); overlapped_payloads().
  Millis bound(const Instance& device) const;
};
Load load_of(const Instance& device, const Job& job);

/// Classical one-machine bounds of the three-machine flow shop, of the machines that count, and the longest task alone
/// from its release. Each copy counts with the fastest rate it can ever see (alone, or what it gets beside the other
/// kind of memory, where that is faster).
Millis classical_bound(const Instance& instance, Machines count = kEveryMachine);

/// Copies that never overlap, one after the other: pageable copies of both directions, or all copies of a device with
/// one DMA engine; least_times() again. 0 where there are none in one of the two directions.
Millis exclusive_bound(const Instance& instance);

/// The fastest that payload can ever move, relative to alone: alone, or beside some memory where that is faster. ≥ 1.
double fastest_rate(const Instance& instance, Direction direction, Memory own);

/// An instance as a part of a larger one, whose other copies may go beside its own and make them faster: payloads take
/// what they do at fastest_rate(), and rates are relative to that. No plan of the part, whatever goes beside it, ends
/// before the same plan of this.
Instance beside_others(Instance part);

/// By stage, the least that it can take: latency, and payload at fastest_rate(). 0 for a missing stage.
std::array<Millis, 3> least_times(const Instance& instance, const Job& job);

/// What tasks take, where one thread of each program issues them, of two machines a program:
/// - its host thread: Instance::host, and all of a task up to its last copy that blocks;
/// - its legacy default stream, where nothing is beside what is in it: all of a legacy task, and of another what the
///   thread waits for, of which nothing begins before a legacy task has ended that is issued before, nor lasts when one
///   begins that is issued behind.
/// Breadth first these are the copies that block, or the stages of a legacy task, alone, and nothing is known of the
/// tail.
class HostMachines {
 public:
  /// Keeps a reference.
  explicit HostMachines(const Instance& instance) : instance_(instance), machines_(instance.issue.programs) {}

  /// Before `thread` its host thread, and before `stream` its stream, has nothing to do with the task, nor before its
  /// release.
  void add(std::uint32_t task, Millis thread = Millis{0}, Millis stream = Millis{0});
  /// The largest Machine::bound().
  Millis bound() const;

 private:
  Visit visit_of(std::uint32_t task, bool of_stream) const;

  const Instance& instance_;
  std::vector<std::array<Machine, 2>> machines_;  ///< by program
};

/// Of all tasks; 0 of a thread a task. Releases are those of the workload, as a host waits for no precedence.
Millis host_bound(const Instance& instance);

}  // namespace warpshop::evaluate
