#include "sim/io/import/trace_profile.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "sim/io/device/chips.hpp"
#include "sim/model/context_switch.hpp"
#include "sim/model/quantity.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

/// The most that a profile may say, in bytes per second.
constexpr double kMostBandwidth = 1e18;
/// Bandwidth beside an opposing copy / alone.
constexpr double kUsualBeside = 0.9;

/// A copy that nothing opposed.
struct Sample {
  double bytes;
  double seconds;
};

std::vector<Sample> samples_of(const RecordedTrace& trace, const std::vector<bool>& opposed, CommandKind kind,
                               Memory memory) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < trace.commands.size(); ++i) {
    const RecordedCommand& command = trace.commands[i];
    if (command.kind == kind && command.memory == memory && !opposed[i] && command.end > command.start) {
      samples.push_back({static_cast<double>(command.bytes.count),
                         std::chrono::duration<double>(command.end - command.start).count()});
    }
  }
  return samples;
}

/// Median of value(sample) over those that are of a size; nothing where there are none.
template <class Value>
std::optional<double> median_of(const std::vector<Sample>& samples, double least, double most, const Value& value) {
  std::vector<double> values;
  for (const Sample& sample : samples) {
    if (sample.bytes >= least && sample.bytes <= most) {
      values.push_back(value(sample));
    }
  }
  return values.empty() ? std::nullopt : std::optional(stats::median(values));
}

/// Bandwidth by copies of 1 MiB and more, latency by those of 64 KiB and less; what there are no copies for is missing.
void measure(TransferModel& transfer, const std::vector<Sample>& samples) {
  constexpr double kLarge = 1 << 20;
  constexpr double kSmall = 1 << 16;
  constexpr double kNoLimit = 1e18;
  if (const auto rate =
          median_of(samples, kLarge, kNoLimit, [](const Sample& sample) { return sample.bytes / sample.seconds; })) {
    transfer.alone = BytesPerSecond{std::clamp(*rate, 1.0, kMostBandwidth)};
  }
  const double inverse = transfer.alone ? 1 / transfer.alone->value : 0;
  if (const auto latency = median_of(samples, 0, kSmall, [&](const Sample& sample) {
        return std::max(0.0, sample.seconds - sample.bytes * inverse);
      })) {
    transfer.latency = std::chrono::duration<double>(*latency);
  }
}

/// The link of the GPU that was recorded; of an unknown one what PCIe 4 x16 usually does, whatever it could carry.
LinkModel link_of(const RecordedTrace& trace) {
  const ChipModel* chip = trace.gpus.empty() ? nullptr : chips().chip_of_gpu(trace.gpus.front().name);
  if (const auto link = chip == nullptr ? std::nullopt : chips().link_of(*chip)) {
    return *link;
  }
  LinkModel unknown = *chips().find_link("pcie4");
  unknown.theoretical = {kMostBandwidth};
  return unknown;
}

/// Copies of pageable memory of which there are none: a byte takes as much longer than a pinned one as it usually does
/// on that link, as the host copies it once more. 1 / B = 1 / pinned + (1 / pageable - 1 / usual of
/// devices/links.yaml).
BytesPerSecond supposed_pageable(const LinkModel& link, BytesPerSecond pinned) {
  const double staging = link.pageable ? 1 / link.pageable->alone->value - 1 / link.usual.value : 0;
  return {1 / (1 / pinned.value + std::max(0.0, staging))};
}

/// What copies of one direction do alone: what was recorded, else what was in the other direction, else what the link
/// usually does. Copies of pageable memory are no faster than pinned ones: what was not recorded yields, and where both
/// were, the pageable one.
void suppose_alone(Device& device, const LinkModel& link, Direction direction) {
  const Direction opposite = direction == Direction::h2d ? Direction::d2h : Direction::h2d;
  const auto recorded = [&](Memory memory, Direction of) {
    const std::optional<BytesPerSecond>& alone = device.transfers[index(memory)][index(of)].alone;
    return device.assumed.contains(transfer_path(memory, of, "alone")) ? std::nullopt : alone;
  };
  const auto assume = [&](Memory memory, BytesPerSecond value) {
    device.transfers[index(memory)][index(direction)].alone = value;
    device.assumed.insert(transfer_path(memory, direction, "alone"));
  };
  const auto pageable = recorded(Memory::pageable, direction);
  if (!recorded(Memory::pinned, direction)) {
    const BytesPerSecond usual = recorded(Memory::pinned, opposite).value_or(link.usual);
    assume(Memory::pinned, std::max(usual, std::min(pageable.value_or(usual), link.theoretical)));
  }
  const BytesPerSecond pinned = *device.transfers[index(Memory::pinned)][index(direction)].alone;
  const BytesPerSecond moves =
      pageable ? *pageable : recorded(Memory::pageable, opposite).value_or(supposed_pageable(link, pinned));
  if (!pageable || *pageable > pinned) {
    assume(Memory::pageable, std::min(moves, pinned));
  }
}

/// Fills in what was not measured beside that, and says so in `assumed`.
void suppose(Device& device, const LinkModel& link, Memory memory, Direction direction) {
  TransferModel& transfer = device.transfers[index(memory)][index(direction)];
  const auto set = [&]<class Value>(std::optional<Value>& figure, std::string_view called, Value value) {
    if (!figure) {
      figure = value;
      device.assumed.insert(transfer_path(memory, direction, called));
    }
  };
  set(transfer.latency, "latency",
      memory == Memory::pageable && link.pageable ? *link.pageable->latency : link.latency);
  const BytesPerSecond beside{transfer.alone->value * kUsualBeside};
  if (device.dma_engines == 2) {
    set(transfer.mixed, "mixed", beside);
    if (memory == Memory::pinned) {
      set(transfer.duplex, "duplex", beside);
    }
  }
}

/// The median; 0 where there are too few to tell.
Millis usual(const std::vector<nanoseconds>& gaps) {
  constexpr std::size_t kFewest = 3;
  std::vector<double> values;
  values.reserve(gaps.size());
  for (const nanoseconds gap : gaps) {
    values.push_back(Millis(gap).count());
  }
  return Millis{values.size() < kFewest ? 0 : stats::median(values)};
}

}  // namespace

std::optional<Millis> least_switch(const RecordedTrace& trace) {
  std::optional<Millis> least;
  const RecordedCommand* last = nullptr;  // kernel that ends last
  for (const RecordedCommand& command : trace.commands) {
    if (command.kind != CommandKind::kernel) {
      continue;
    }
    if (last != nullptr && last->process != command.process) {
      const Millis gap = std::max(nanoseconds{0}, command.start - last->end);
      least = std::min(least.value_or(gap), gap);
    }
    if (last == nullptr || command.end >= last->end) {
      last = &command;
    }
  }
  return least;
}

StreamGaps usual_gaps(const GapSamples& samples) {
  return {.kernel_kernel = usual(samples.kernel_kernel),
          .copy_kernel = usual(samples.copy_kernel),
          .kernel_copy = usual(samples.kernel_copy)};
}

std::optional<SmModel> sm_of(const RecordedTrace& trace) {
  if (trace.gpus.empty() || !trace.gpus.front().sm) {
    return std::nullopt;
  }
  const SmModel& sm = *trace.gpus.front().sm;
  const auto counts = [](std::int64_t value) { return value >= 1 && value <= kLargestCount; };
  const bool possible = sm.count >= 1 && sm.count <= kMostSms && counts(sm.registers) && counts(sm.threads) &&
                        counts(sm.ctas) && sm.shared_memory.count <= kLargestWhole;
  return possible ? std::optional(sm) : std::nullopt;
}

Device profile_of(const RecordedTrace& trace, const std::vector<bool>& opposed, const GapSamples& gaps,
                  std::string name) {
  Device device;
  device.name = std::move(name);
  if (!trace.gpus.empty()) {
    const RecordedGpu& gpu = trace.gpus.front();
    device.sm = sm_of(trace);
    if (device.sm) {
      device.mig = chips().mig_of(*device.sm);
    }
    if (gpu.memory && gpu.memory->count <= kLargestWhole) {
      device.memory_size = gpu.memory;
    }
    if (gpu.memory_bandwidth && gpu.memory_bandwidth->value >= 1 && gpu.memory_bandwidth->value <= kMostBandwidth) {
      device.memory_bandwidth = gpu.memory_bandwidth;
    }
    device.dma_engines = gpu.copy_engines == 1 ? 1 : 2;
    device.provenance["gpu"] = gpu.name;
  }
  if (trace.gpus.empty() || !trace.gpus.front().copy_engines) {
    device.assumed.insert("dma_engines");
  }
  const bool several = std::any_of(trace.commands.begin(), trace.commands.end(), [&](const RecordedCommand& command) {
    return command.process != trace.commands.front().process;
  });
  if (several) {  // a bound is no measurement: kernels may have run beside each other without any switch
    device.context_switch = std::min(kTypicalContextSwitch, least_switch(trace).value_or(kTypicalContextSwitch));
    device.assumed.insert("context_switch");
  }
  std::size_t measured = 0;
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const auto& [direction, kind] :
         {std::pair{Direction::h2d, CommandKind::h2d}, {Direction::d2h, CommandKind::d2h}}) {
      const std::vector<Sample> samples = samples_of(trace, opposed, kind, memory);
      measure(device.transfers[index(memory)][index(direction)], samples);
      measured += samples.size();
    }
  }
  const LinkModel link = link_of(trace);
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    suppose_alone(device, link, direction);
    for (const Memory memory : {Memory::pinned, Memory::pageable}) {
      suppose(device, link, memory, direction);
    }
  }
  if (const StreamGaps usual = usual_gaps(gaps); !usual.none()) {
    device.gaps = usual;
  }
  device.provenance["source"] = trace.source;
  device.provenance["samples"] =
      fmt::format("{} copies that nothing opposed; gaps kernel to kernel {}, copy to kernel {}, kernel to copy {}",
                  measured, gaps.kernel_kernel.size(), gaps.copy_kernel.size(), gaps.kernel_copy.size());
  return device;
}

}  // namespace warpshop::io
