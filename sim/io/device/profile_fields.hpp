#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "sim/model/device.hpp"

namespace warpshop::io {

// The groups of values of a profile. Each lists its fields once, with their keys, for what reads them, what writes them
// and what names them: visit(key, field), or visit(key, field, range) where the type does not say what a number may be.

/// A count in low … high.
struct Count {
  std::int64_t low = 1;
  std::int64_t high = kLargestCount;
};
/// Above 0, at most `highest`; may be measured.
struct Ratio {
  double highest;
};
/// 0 … 1; may be measured.
struct Fraction {};
/// 0 … 1e15; says itself how well it is known.
struct Number {};

/// `memory` of a profile.
struct MemoryModel {
  std::optional<BytesPerSecond> bandwidth;
  std::optional<Bytes> size;
  friend bool operator==(const MemoryModel&, const MemoryModel&) = default;
};

/// By direction, of one kind of memory; and by memory.
using DirectionModels = std::array<TransferModel, 2>;
using TransferModels = std::array<DirectionModels, 2>;

/// What a group describes, with its article, for errors.
template <class Group>
struct Described {
  std::string_view as;
};
inline constexpr std::tuple kDescribed{Described<TransferModels>{"transfer"},
                                       Described<DirectionModels>{"a kind of memory"},
                                       Described<TransferModel>{"a transfer"},
                                       Described<BandwidthPoint>{"a point"},
                                       Described<ScalingPoint>{"a point"},
                                       Described<BusModel>{"a bus"},
                                       Described<BusDuplex>{"a bus both ways"},
                                       Described<AllocationUnits>{"the allocation of an SM"},
                                       Described<SmModel>{"sm"},
                                       Described<MemoryModel>{"memory"},
                                       Described<CtaResources>{"the CTA of a kernel"},
                                       Described<KernelModel>{"a kernel"},
                                       Described<Interference>{"interference"},
                                       Described<StreamGaps>{"gaps"},
                                       Described<PowerModel>{"power"},
                                       Described<ModelCheck>{"the check of a model"},
                                       Described<Observed>{"what was observed"}};

/// What a group may do without: all but bare numbers. One that is as good as missing is not written.
template <class Field>
inline constexpr bool kMayBeMissing =
    !std::is_arithmetic_v<Field> && !std::is_same_v<Field, Bytes> && !std::is_same_v<Field, BytesPerSecond> &&
    !std::is_same_v<Field, SubtasksPerMilli> && !std::is_same_v<Field, Watts>;

void fields(TransferModels& transfers, const auto& visit) {
  visit("pinned", transfers[0]);
  visit("pageable", transfers[1]);
}

void fields(DirectionModels& directions, const auto& visit) {
  visit("h2d", directions[0]);
  visit("d2h", directions[1]);
}

void fields(TransferModel& transfer, const auto& visit) {
  visit("latency", transfer.latency);
  visit("alone", transfer.alone);
  visit("duplex", transfer.duplex);
  visit("mixed", transfer.mixed);
  visit("points", transfer.points);
}

/// What a point of a curve is called in paths: `transfer.pinned.h2d.points.4096` is the bandwidth of 4 KiB.
inline std::int64_t position(const BandwidthPoint& point) {
  return point.size.count;
}
inline std::int64_t position(const ScalingPoint& point) {
  return point.count;
}

void fields(BandwidthPoint& point, const auto& visit) {
  visit("size", point.size);
  visit("bandwidth", point.bandwidth);
}

void fields(ScalingPoint& point, const auto& visit) {
  visit("count", point.count, Count{});
  visit("rate", point.rate);
}

void fields(BusDuplex& duplex, const auto& visit) {
  visit("h2d", duplex.bandwidth[0]);
  visit("d2h", duplex.bandwidth[1]);
}

void fields(BusModel& bus, const auto& visit) {
  visit("h2d", bus.bandwidth[0]);
  visit("d2h", bus.bandwidth[1]);
  visit("duplex", bus.duplex);
}

void fields(AllocationUnits& units, const auto& visit) {
  visit("registers", units.registers, Count{});
  visit("warps", units.warps, Count{});
  visit("shared_memory", units.shared_memory);
  visit("reserved", units.shared_memory_reserved);
}

void fields(SmModel& sm, const auto& visit) {
  visit("chip", sm.chip);
  visit("count", sm.count, Count{.high = kMostSms});
  visit("registers", sm.registers, Count{});
  visit("shared_memory", sm.shared_memory);
  visit("threads", sm.threads, Count{});
  visit("ctas", sm.ctas, Count{});
  visit("grids", sm.grids, Count{});
  visit("allocation", sm.units);
}

void fields(MemoryModel& memory, const auto& visit) {
  visit("bandwidth", memory.bandwidth);
  visit("size", memory.size);
}

void fields(CtaResources& cta, const auto& visit) {
  visit("threads", cta.threads, Count{});
  visit("registers", cta.registers, Count{.low = 0});
  visit("shared_memory", cta.shared_memory);
  visit("per_sm", cta.per_sm, Count{});
}

void fields(KernelModel& kernel, const auto& visit) {
  visit("per_element", kernel.per_element);
  visit("invocation", kernel.invocation);
  visit("category", kernel.category);
  visit("cta", kernel.cta);
  visit("by_ctas", kernel.by_ctas);
  visit("by_sms", kernel.by_sms);
  visit("eviction", kernel.eviction);
  visit("transformation", kernel.transformation, Ratio{1000});
  visit("power", kernel.power);
}

void fields(Interference& interference, const auto& visit) {
  visit("h2d_beside_kernel", interference.h2d_beside_kernel, Ratio{2});
  visit("d2h_beside_kernel", interference.d2h_beside_kernel, Ratio{2});
  visit("kernel_beside_h2d", interference.kernel_beside_h2d, Ratio{2});
  visit("kernel_beside_d2h", interference.kernel_beside_d2h, Ratio{2});
}

void fields(StreamGaps& gaps, const auto& visit) {
  visit("kernel_kernel", gaps.kernel_kernel);
  visit("copy_kernel", gaps.copy_kernel);
  visit("kernel_copy", gaps.kernel_copy);
}

void fields(PowerModel& power, const auto& visit) {
  visit("idle", power.idle);
  visit("h2d", power.copies[0]);
  visit("d2h", power.copies[1]);
}

void fields(ModelCheck& check, const auto& visit) {
  visit("mean_error", check.mean_error, Number{});
  visit("worst_error", check.worst_error, Number{});
  visit("samples", check.samples, Count{});
}

void fields(Observed& observed, const auto& visit) {
  visit("pageable_overlap", observed.pageable_overlap, Fraction{});
  visit("same_direction_overlap", observed.same_direction_overlap, Fraction{});
  visit("partial_overlap", observed.partial_overlap);
}

/// All but name, dma_engines, assumed and provenance.
void fields(Device& device, const auto& visit) {
  MemoryModel memory{.bandwidth = device.memory_bandwidth, .size = device.memory_size};
  visit("compute_capability", device.compute_capability);
  visit("transfer", device.transfers);
  visit("bus", device.bus);
  visit("host_copy", device.host_copy);
  visit("sm", device.sm);
  visit("memory", memory);
  visit("launch_latency", device.launch_latency);
  visit("gaps", device.gaps);
  visit("context_switch", device.context_switch);
  visit("kernels", device.kernels);
  visit("interference", device.interference);
  visit("power", device.power);
  visit("observed", device.observed);
  device.memory_bandwidth = memory.bandwidth;
  device.memory_size = memory.size;
}

}  // namespace warpshop::io
