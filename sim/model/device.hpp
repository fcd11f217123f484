#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/co_run.hpp"
#include "sim/model/confidence.hpp"
#include "sim/model/kernel_model.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// A measured point of a bandwidth curve: payload of one transfer, latency not counted.
struct BandwidthPoint {
  Bytes size;
  BytesPerSecond bandwidth;
  friend bool operator==(const BandwidthPoint&, const BandwidthPoint&) = default;
};

/// Transfers of one direction and one kind of host memory (S5 eq. 3.1, table 3.2). What the profile does not say is
/// missing: see needs().
struct TransferModel {
  std::optional<Millis> latency;         ///< L + o: holds the engine, moves nothing
  std::optional<BytesPerSecond> alone;   ///< 1/G1: no opposing transfer
  std::optional<BytesPerSecond> duplex;  ///< 1/G2: an opposing transfer runs, both pinned; pageable has none
  std::optional<BytesPerSecond> mixed;   ///< 1/G3: an opposing transfer runs, one of the two pageable
  std::vector<BandwidthPoint> points;    ///< optional, increasing sizes: replaces `alone` over size
  /// Of any size, see behind_bus(); no figure of a profile.
  BytesPerSecond most{std::numeric_limits<double>::infinity()};

  /// Bandwidth of a transfer of `size` bytes that nothing opposes: interpolated between `points` linearly in
  /// log size, constant beyond their ends; `alone`, which is there then, where there are none. At most `most`.
  BytesPerSecond alone_at(Bytes size) const;
  /// Bandwidth of the smallest transfer whose payload takes so long when nothing opposes it: b with
  /// b = alone_at(b · payload); payload ≥ 0. `alone`, or points, are there.
  BytesPerSecond alone_for(Millis payload) const;
  /// The most that alone_at() ever is, and `alone`; 0 where neither is there.
  BytesPerSecond peak() const;
  /// What large transfers move, and so what a link carries: the most of `alone` and of the points whose payload takes a
  /// hundred times the latency, as nobody knows that better than the one of the smallest; where there are none of these
  /// the largest point, else 0. Smaller points may say more than any link carries, see resolve_copy().
  BytesPerSecond sustained() const;
  /// Of a transfer that nothing opposes: latency + size / alone_at(size). S5 eq. 3.1 with λ = 0. `latency` is there.
  Millis time_alone(Bytes size) const { return *latency + size / alone_at(size); }
  friend bool operator==(const TransferModel&, const TransferModel&) = default;
};

/// In what units an SM allocates what it has; by the piece where a profile does not say. See most_ctas_per_sm().
struct AllocationUnits {
  std::int64_t registers = 1;    ///< of one warp; ≥ 1
  std::int64_t warps = 1;        ///< parts of the SM's registers, over which warps are spread; ≥ 1
  Bytes shared_memory{1};        ///< of one CTA; 0 is 1 B
  Bytes shared_memory_reserved;  ///< what the system takes of each CTA's share
  friend bool operator==(const AllocationUnits&, const AllocationUnits&) = default;
};

/// The most SMs that a profile may have: ten times what any chip has.
inline constexpr std::int64_t kMostSms = 2'000;

/// Streaming multiprocessors and what one of them holds at most.
struct SmModel {
  std::string chip;  ///< what they are of, as devices/chips.yaml calls it: `h100-sxm`; empty: not said
  std::int64_t count = 0;
  std::int64_t registers = 0;  ///< 32-bit registers
  Bytes shared_memory;
  std::int64_t threads = 0;
  std::int64_t ctas = 0;
  std::optional<std::int64_t> grids = {};  ///< of the device: kernels that have CTAs on SMs at once; see kMostGrids
  AllocationUnits units = {};
  friend bool operator==(const SmModel&, const SmModel&) = default;
};

/// What a GPU can do, as its vendor numbers it: 8.0 is {8, 0}.
struct ComputeCapability {
  int major = 0;
  int minor = 0;
  friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

/// The first with Hyper-Q.
inline constexpr ComputeCapability kHyperQ{3, 5};
/// The first whose MPS clients can be limited to a part of the SMs.
inline constexpr ComputeCapability kMpsLimits{7, 0};

/// Kernels that are on the SMs of a device at once, MIG instances together, where its profile does not say: 128 from
/// 7.5 on, 16 of the first that ran several (devices/chips.yaml names the sources).
inline constexpr std::int64_t kMostGrids = 128;
inline constexpr std::int64_t kMostGridsBeforeHyperQ = 16;

/// A MIG instance that a chip offers (NVIDIA's MIG user guide; `nvidia-smi mig -lgip` lists them on a GPU).
struct MigProfile {
  std::string name;          ///< as the driver calls it: `3g.40gb`
  std::int64_t compute = 1;  ///< compute slices, ≥ 1
  std::uint32_t sms = 1;     ///< of its own
  std::int64_t memory = 1;   ///< memory slices, ≥ 1
  int copy_engines = 1;      ///< of its own, ≥ 1: with one, its copies in opposite directions take turns
  friend bool operator==(const MigProfile&, const MigProfile&) = default;
};

/// What a chip can be cut into by MIG.
struct MigModel {
  std::int64_t compute_slices = 0;   ///< 7, of an A30 4
  std::int64_t memory_slices = 0;    ///< 8, of an A30 4
  std::vector<MigProfile> profiles;  ///< the largest first; empty: the chip has no MIG
  friend bool operator==(const MigModel&, const MigModel&) = default;
};

/// What copies and kernels that run at once do to each other, as speed beside the other / speed alone: 0 < x ≤ 2.
/// Copies of pinned memory beside a memory-bound kernel.
struct Interference {
  double h2d_beside_kernel = 1;
  double d2h_beside_kernel = 1;
  double kernel_beside_h2d = 1;
  double kernel_beside_d2h = 1;
  friend bool operator==(const Interference&, const Interference&) = default;
};

/// What passes between the end of a command and the start of the next one of its stream, by what these are: the GPU
/// sees that one has ended, and launches the other. Between two copies nothing does.
struct StreamGaps {
  Millis kernel_kernel{0};
  Millis copy_kernel{0};
  Millis kernel_copy{0};

  Millis between(Stage before, Stage after) const {
    if (before == Stage::kernel) {
      return after == Stage::kernel ? kernel_kernel : kernel_copy;
    }
    return after == Stage::kernel ? copy_kernel : Millis{0};
  }
  bool none() const { return *this == StreamGaps{}; }
  friend bool operator==(const StreamGaps&, const StreamGaps&) = default;
};

/// What the whole board draws.
struct PowerModel {
  Watts idle;                   ///< while nothing runs
  std::array<Watts, 2> copies;  ///< [Direction]: while one pinned copy runs and nothing else; ≥ idle
  friend bool operator==(const PowerModel&, const PowerModel&) = default;
};

/// How far predictions were from measurements: |predicted - measured| / measured.
struct ModelCheck {
  double mean_error = 0;   ///< 0 ≤ mean_error ≤ worst_error
  double worst_error = 0;  ///< finite
  std::int64_t samples = 1;
  friend bool operator==(const ModelCheck&, const ModelCheck&) = default;
};

/// Whether the device does what the model of transfers takes for granted. Overlap: the part of the shorter of two
/// copies during which both ran, 0 … 1.
struct Observed {
  double pageable_overlap = 0;                ///< of two pageable copies in opposite directions; the model says 0
  double same_direction_overlap = 0;          ///< of two pinned copies in the same direction; the model says 0
  std::optional<ModelCheck> partial_overlap;  ///< S5 eq. 3.1 for copies that overlap in part
  friend bool operator==(const Observed&, const Observed&) = default;
};

/// What a bus moves each way while payloads move both ways.
struct BusDuplex {
  std::array<BytesPerSecond, 2> bandwidth;  ///< [Direction]
  friend bool operator==(const BusDuplex&, const BusDuplex&) = default;
};

/// The host bus, or the switch, that all devices of a profile are behind: what their payloads of one direction can move
/// in all. It may be narrower than one of them alone, see behind_bus().
struct BusModel {
  std::array<BytesPerSecond, 2> bandwidth;  ///< [Direction]: while nothing moves the other way
  std::optional<BusDuplex> duplex;          ///< no more than that; missing: the directions do not meet
  friend bool operator==(const BusModel&, const BusModel&) = default;
};

/// The most that a transfer may gain from an opposing one, as duplex or mixed bandwidth / alone: measured ones gain a
/// few per cent at most (Titan X, pageable beside pinned: 3.5 %), and nothing gains by sharing.
inline constexpr double kMostBesideOverAlone = 1.1;

/// A device profile. dma_engines is 1 or 2; with 1, no transfer has duplex or mixed.
struct Device {
  std::string name;
  std::optional<ComputeCapability> compute_capability;
  int dma_engines = 2;
  std::array<std::array<TransferModel, 2>, 2> transfers;  ///< [Memory][Direction]
  std::optional<BusModel> bus;
  std::optional<SmModel> sm;
  MigModel mig;  ///< of its chip
  std::optional<BytesPerSecond> memory_bandwidth;
  std::optional<Bytes> memory_size;
  std::map<std::string, KernelModel, std::less<>> kernels;
  std::optional<Millis>
      launch_latency;  ///< what a launch costs beside the kernel's own work: the period of launches without any
  std::optional<StreamGaps> gaps;
  std::optional<BytesPerSecond> host_copy;  ///< of one host thread that copies from memory to memory
  std::optional<Millis> context_switch;  ///< what a kernel takes longer if the one before it was of another GPU context
  std::optional<Interference> interference;
  std::optional<PowerModel> power;
  /// Kernels that others were measured beside, for what solo curves do not show: what limits the first is compute, the
  /// second memory; or none.
  std::vector<std::string> probes;
  std::vector<CoRunPoint> co_run;
  std::optional<Observed> observed;
  /// By the path of the value in the profile: `transfer.pinned.h2d.alone`, `kernels.vector_add.per_element`. Points of
  /// a curve go by their size in bytes or count: `transfer.pinned.h2d.points.4096`, `kernels.vector_add.by_ctas.2`.
  std::map<std::string, Confidence, std::less<>> confidence;
  std::set<std::string, std::less<>> assumed;  ///< paths, as above, of values that are guesses
  /// Of these, by path, the group that is assumed as a whole, as the profile calls it: `transfer`.
  std::map<std::string, std::string, std::less<>> assumed_as;
  std::map<std::string, std::string> provenance;  ///< how the figures came about, as free text by topic

  const TransferModel& transfer(Memory memory, Direction direction) const {
    return transfers[index(memory)][index(direction)];
  }
  friend bool operator==(const Device&, const Device&) = default;
};

/// Takes out of `assumed` what `is_known`(path) says is assumed no longer. A group that loses a value is none any more.
void assume_no_longer(Device& device, const std::function<bool(const std::string&)>& is_known);

/// Whether a device may be called so: [A-Za-z0-9._-]+
bool is_device_name(std::string_view text);
inline constexpr std::string_view kDeviceNameExpected = "letters, digits, '.', '_' and '-'";

/// The same device, as fast as its bus lets one of its kind by itself be: no transfer moves more than `bus`, nor,
/// beside another, than `bus.duplex`.
Device behind_bus(Device device);

/// Where a figure of a transfer stands in the profile: `transfer.pinned.h2d.alone`.
std::string transfer_path(Memory memory, Direction direction, std::string_view figure);

}  // namespace warpshop
