#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/model/mechanism.hpp"
#include "sim/model/policy_settings.hpp"
#include "sim/model/task_range.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

struct Instance;

/// As many CTAs of a kernel on each of `sms` SMs from `first` on.
struct SmRange {
  std::uint32_t first = 0;
  std::uint32_t sms = 0;
  std::uint32_t ctas = 0;
  friend bool operator==(const SmRange&, const SmRange&) = default;
};

/// What a kernel may hold of the SMs: ranges that do not meet, by their first SM. Empty: nothing.
using Allocation = std::vector<SmRange>;

/// More CTAs than any SM holds: as many as fit.
inline constexpr std::uint32_t kAllThatFit = 1U << 20;

/// As many CTAs as fit on SMs `first` … `first` + `sms` - 1.
inline Allocation all_on(std::uint32_t first, std::uint32_t sms) {
  return {{.first = first, .sms = sms, .ctas = kAllThatFit}};
}

// A way of sharing a GPU is a controller: it is told what real hardware could tell it, and answers what should run
// where. It is called when a kernel becomes ready or ends, the last one too, when CTAs have left that were to leave,
// when a kernel has used up an allowance on an SM, and when it asked to be.
namespace share {

/// As much as there is to do.
inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// What a kernel may still do on each of some SMs before it stands still there. Its CTAs keep their room then; those
/// that are to leave there do so once they may go on.
struct Allowance {
  std::uint32_t first = 0;
  std::uint32_t sms = 0;
  double subtasks = kUnlimited;  ///< on each of them; parts of one count as such; below 0: a debt
  friend bool operator==(const Allowance&, const Allowance&) = default;
};

/// A kernel that has been given something and has not ended.
struct Running {
  std::uint32_t task = 0;
  std::int64_t subtasks = 0;
  std::int64_t done = 0;  ///< of these, those in hand by the part that is done
  Allocation asked;
  Allocation held;                   ///< has CTAs there: some may still be draining, others not be launched yet
  std::vector<Allowance> left = {};  ///< of its allowances, in order of the SMs; on others it has none
  Millis waited{0};       ///< of one that has allowances: how long its CTAs have waited for issue slots, all together
  Allocation stays = {};  ///< of what it holds, where Mechanism::tells_when_left: CTAs that were not told to leave
};

/// The kernels that run, the first launched first. Who makes them may do so when somebody looks, as most do not.
class RunningKernels {
 public:
  RunningKernels() = default;
  RunningKernels(std::vector<Running> kernels) : kernels_(std::move(kernels)) {}
  explicit RunningKernels(std::function<std::vector<Running>()> make) : make_(std::move(make)) {}

  void push_back(Running kernel) { all().push_back(std::move(kernel)); }
  bool empty() const { return all().empty(); }
  auto begin() const { return std::as_const(all()).begin(); }
  auto end() const { return std::as_const(all()).end(); }
  auto begin() { return all().begin(); }
  auto end() { return all().end(); }

 private:
  std::vector<Running>& all() const {
    if (make_) {
      kernels_ = std::exchange(make_, nullptr)();
    }
    return kernels_;
  }

  mutable std::vector<Running> kernels_;
  mutable std::function<std::vector<Running>()> make_;
};

/// What there is to know: never rates, which hardware cannot know.
struct Observation {
  Millis now{0};
  std::span<const std::uint32_t> ready;  ///< tasks whose kernels could start, the longest ready first
  RunningKernels running = {};
  std::vector<std::uint32_t> issued = {};  ///< tasks that the host has issued since it was called last, in order
  std::vector<Running> ended = {};         ///< since then, of kernels that had allowances: as they ended
};

/// The time of what does not happen.
inline constexpr Millis kNoWake{std::numeric_limits<double>::infinity()};

/// What is to change: kernels that are not named keep what they have been given. CTAs are dealt to kernels in the order
/// in which they were first given anything; on an SM to none before those ahead of it have all that they ask for there,
/// or no subtasks left to take. Allowances are of kernels that have been given something, and end with these.
struct Decision {
  std::vector<std::pair<std::uint32_t, Allocation>> allocations;     ///< by task
  Millis wake_at = kNoWake;                                          ///< later than now
  std::vector<std::pair<std::uint32_t, Allowance>> allowances = {};  ///< by task, instead of those that it has there
  /// Tasks of clients with reservations that cannot be had at the moment, so that they wait: each once a kernel.
  std::vector<std::uint32_t> kept_waiting = {};
  double speed = 1;  ///< of all kernels until it is asked again, 0 < x ≤ 1: the rest the mechanism takes itself
  std::optional<Leaving> leaving = {};  ///< how CTAs leave that are to leave by this decision; nothing: as by others
};

using Controller = std::function<Decision(const Observation&)>;

}  // namespace share

/// Which of the kernels that wait joins one that runs, where two run at a time.
enum class Partner : std::uint8_t {
  category,  ///< the longest ready of the other category, else the longest ready (S5 4.4)
  order,     ///< the longest ready
  random,    ///< any, by the seed
  given,     ///< the longest ready that Pairing::given pairs it with, else none
};
inline constexpr std::array kPartners{Partner::category, Partner::order, Partner::random, Partner::given};

constexpr std::string_view name(Partner partner) {
  constexpr std::array<std::string_view, kPartners.size()> kNames{"category", "order", "random", "given"};
  return kNames[static_cast<std::size_t>(partner)];
}

/// Kernels of the one may run beside kernels of the other; the same range twice: beside each other.
struct GivenPair {
  TaskRange one;
  TaskRange other;

  bool joins(std::uint32_t a, std::uint32_t b) const {
    return a != b && ((one.has(a) && other.has(b)) || (one.has(b) && other.has(a)));
  }
  friend bool operator==(const GivenPair&, const GivenPair&) = default;
};

/// What users may set of every way of sharing that pairs kernels, or measures.
struct Pairing {
  Partner partner = Partner::category;
  double noise = 0;        ///< each measured rate is off by up to this part of it, 0 … 1
  std::uint64_t seed = 1;  ///< of both
  std::vector<GivenPair> given = {};
  friend bool operator==(const Pairing&, const Pairing&) = default;
};

/// SMs that share no memory bandwidth with others, and copy engines of their own.
struct MemoryPartition {
  std::uint32_t first = 0;
  std::uint32_t sms = 0;
  double bandwidth = 1;           ///< part of the device's
  std::string profile = {};       ///< what the driver calls such an instance: `3g.40gb`
  std::int64_t copy_engines = 2;  ///< ≥ 1; of one, copies in and out exclude each other
  friend bool operator==(const MemoryPartition&, const MemoryPartition&) = default;
};

/// A task without a kernel belongs to no client.
inline constexpr std::uint32_t kNoClient = std::numeric_limits<std::uint32_t>::max();

/// How the kernels of a plan share the GPU: a mechanism, and what a policy makes of it. Every run starts a controller
/// of its own, so that no state leaks.
struct Share : Mechanism {
  Share() = default;
  explicit Share(std::string_view name, const Mechanism& by = {}, Settings set = {})
      : Mechanism(by), policy(name), settings(std::move(set)) {}

  std::string policy;
  std::string way = {};  ///< of sharing, that a policy chose which chooses among them; empty: `policy`
  Settings settings;     ///< by the user, or a search
  std::vector<std::uint32_t> clients = {};  ///< of MPS, by task: numbers from 0; empty: there are none
  std::vector<std::uint32_t> levels = {};   ///< of streams, by task, from 0: higher ones go first; empty: all alike
  std::vector<MemoryPartition> partitions = {};  ///< empty: all share all
  std::vector<std::uint32_t> home = {};          ///< by task: the partition in which it runs; empty: there are none
  Pairing pairing = {};
  share::Controller (*start)(const Instance& instance, const Share& share) = nullptr;

  /// How kernels share, whoever chose it.
  const std::string& chosen_way() const { return way.empty() ? policy : way; }
  /// How many sets of copy engines there are: those of each partition, or of the device.
  std::size_t partitions_of_copies() const { return home.empty() ? 1 : partitions.size(); }
  /// Which of them serves a task, and whether that is one engine for both directions where the device has two.
  std::size_t home_of(std::uint32_t task) const { return home.empty() ? 0 : home[task]; }
  bool has_one_copy_engine(std::size_t partition) const {
    return !home.empty() && partitions[partition].copy_engines == 1;
  }
  /// Which of the partitions an SM is in: its position, or partitions.size() where it is in none.
  std::size_t partition_of(std::uint32_t sm) const {
    const auto found = std::find_if(partitions.begin(), partitions.end(), [sm](const MemoryPartition& each) {
      return each.first <= sm && sm < each.first + each.sms;
    });
    return static_cast<std::size_t>(found - partitions.begin());
  }
  friend bool operator==(const Share&, const Share&) = default;
};

}  // namespace warpshop
