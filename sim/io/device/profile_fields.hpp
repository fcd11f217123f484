#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/io/yaml/group_reader.hpp"
#include "sim/model/device.hpp"

// The groups of values of a profile.
namespace warpshop::io {

/// `memory` of a profile.
struct MemoryModel {
  std::optional<BytesPerSecond> bandwidth;
  std::optional<Bytes> size;
  friend bool operator==(const MemoryModel&, const MemoryModel&) = default;
};

/// By direction, of one kind of memory; and by memory.
using DirectionModels = std::array<TransferModel, 2>;
using TransferModels = std::array<DirectionModels, 2>;

std::string_view fields(TransferModels& transfers, const auto& visit) {
  visit("pinned", transfers[0]);
  visit("pageable", transfers[1]);
  return "transfer";
}

std::string_view fields(DirectionModels& directions, const auto& visit) {
  visit("h2d", directions[0]);
  visit("d2h", directions[1]);
  return "a kind of memory";
}

std::string_view fields(TransferModel& transfer, const auto& visit) {
  visit("latency", transfer.latency);
  visit("alone", transfer.alone);
  visit("duplex", transfer.duplex);
  visit("mixed", transfer.mixed);
  visit("points", transfer.points);
  return "a transfer";
}

/// What a point of a curve is called in paths: `transfer.pinned.h2d.points.4096` is the bandwidth of 4 KiB.
inline std::int64_t position(const BandwidthPoint& point) {
  return point.size.count;
}
inline std::int64_t position(const ScalingPoint& point) {
  return point.count;
}

std::string_view fields(BandwidthPoint& point, const auto& visit) {
  visit("size", point.size);
  visit("bandwidth", point.bandwidth);
  return "a point";
}

std::string_view fields(ScalingPoint& point, const auto& visit) {
  visit("count", point.count, Count{});
  visit("rate", point.rate);
  return "a point";
}

std::string_view fields(BusDuplex& duplex, const auto& visit) {
  visit("h2d", duplex.bandwidth[0]);
  visit("d2h", duplex.bandwidth[1]);
  return "a bus both ways";
}

std::string_view fields(BusModel& bus, const auto& visit) {
  visit("h2d", bus.bandwidth[0]);
  visit("d2h", bus.bandwidth[1]);
  visit("duplex", bus.duplex);
  return "a bus";
}

std::string_view fields(AllocationUnits& units, const auto& visit) {
  visit("registers", units.registers, Count{});
  visit("warps", units.warps, Count{});
  visit("shared_memory", units.shared_memory);
  visit("reserved", units.shared_memory_reserved);
  return "the allocation of an SM";
}

/// What one SM holds at most.
void visit_limits(SmModel& sm, const auto& visit) {
  visit("registers", sm.registers, Count{});
  visit("shared_memory", sm.shared_memory);
  visit("threads", sm.threads, Count{});
  visit("ctas", sm.ctas, Count{});
  visit("grids", sm.grids, Count{});
  visit("allocation", sm.units);
}
std::string_view fields(SmModel& sm, const auto& visit) {
  visit("chip", sm.chip);
  visit("count", sm.count, Count{.high = kMostSms});
  visit_limits(sm, visit);
  return "sm";
}

std::string_view fields(MemoryModel& memory, const auto& visit) {
  visit("bandwidth", memory.bandwidth);
  visit("size", memory.size);
  return "memory";
}

std::string_view fields(CtaResources& cta, const auto& visit) {
  visit("threads", cta.threads, Count{});
  visit("registers", cta.registers, Count{.low = 0});
  visit("shared_memory", cta.shared_memory);
  visit("per_sm", cta.per_sm, Count{});
  return "the CTA of a kernel";
}

std::string_view fields(KernelModel& kernel, const auto& visit) {
  visit("per_element", kernel.per_element);
  visit("invocation", kernel.invocation);
  visit("category", kernel.category);
  visit("cta", kernel.cta);
  visit("by_ctas", kernel.by_ctas);
  visit("by_sms", kernel.by_sms);
  visit("eviction", kernel.eviction);
  visit("transformation", kernel.transformation, Ratio{1000});
  visit("power", kernel.power);
  return "a kernel";
}

std::string_view fields(Interference& interference, const auto& visit) {
  visit("h2d_beside_kernel", interference.h2d_beside_kernel, Ratio{2});
  visit("d2h_beside_kernel", interference.d2h_beside_kernel, Ratio{2});
  visit("kernel_beside_h2d", interference.kernel_beside_h2d, Ratio{2});
  visit("kernel_beside_d2h", interference.kernel_beside_d2h, Ratio{2});
  return "interference";
}

std::string_view fields(StreamGaps& gaps, const auto& visit) {
  visit("kernel_kernel", gaps.kernel_kernel);
  visit("copy_kernel", gaps.copy_kernel);
  visit("kernel_copy", gaps.kernel_copy);
  return "gaps";
}

std::string_view fields(PowerModel& power, const auto& visit) {
  visit("idle", power.idle);
  visit("h2d", power.copies[0]);
  visit("d2h", power.copies[1]);
  return "power";
}

std::string_view fields(ModelCheck& check, const auto& visit) {
  visit("mean_error", check.mean_error, Number{});
  visit("worst_error", check.worst_error, Number{});
  visit("samples", check.samples, Count{});
  return "the check of a model";
}

std::string_view fields(Observed& observed, const auto& visit) {
  visit("pageable_overlap", observed.pageable_overlap, Fraction{});
  visit("same_direction_overlap", observed.same_direction_overlap, Fraction{});
  visit("partial_overlap", observed.partial_overlap);
  return "what was observed";
}

/// All but name, dma_engines, assumed and provenance.
std::string_view fields(Device& device, const auto& visit) {
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
  return "a device";
}

}  // namespace warpshop::io
