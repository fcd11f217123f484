#include "calibrate/transfers.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "calibrate/copies_alone.hpp"
#include "calibrate/partial_overlap.hpp"

namespace warpshop::calibrate {
namespace {

/// Two engines save a good part of what two equal copies take one after the other; a single one saves nothing.
constexpr double kTwoEngines = 0.1;

constexpr std::array kMemories{Memory::pinned, Memory::pageable};
constexpr std::array kDirections{Direction::h2d, Direction::d2h};

Direction opposite(Direction direction) {
  return direction == Direction::h2d ? Direction::d2h : Direction::h2d;
}

}  // namespace

Transfers::Transfers(Meter& meter, const gpu::Device& device)
    : meter_(meter),
      device_(device),
      streams_{{{{CopyStream(device, Memory::pinned, Direction::h2d, meter.options().largest_copy),
                  CopyStream(device, Memory::pinned, Direction::d2h, meter.options().largest_copy)}},
                {{CopyStream(device, Memory::pageable, Direction::h2d, meter.options().largest_copy),
                  CopyStream(device, Memory::pageable, Direction::d2h, meter.options().largest_copy)}}}} {}

void Transfers::measure(Device& profile) {
  measure_alone(profile);
  count_engines(profile);
  if (profile.dma_engines == 2) {
    measure_opposed(profile);
  }
  observe(profile);
  profile.transfers = models_;
}

KnownCopies Transfers::known(Memory memory, Direction direction) const {
  const auto m = index(memory);
  const auto d = index(direction);
  return {.stream = streams_[m][d], .model = models_[m][d], .largest = largest_[m][d]};
}

void Transfers::measure_alone(Device& profile) {
  for (const Memory memory : kMemories) {
    for (const Direction direction : kDirections) {
      const CopyStream& copies = streams_[index(memory)][index(direction)];
      meter_.options().progress(copies.name() + " alone");
      const CopyCurve curve = calibrate::measure_alone(meter_, copies);
      models_[index(memory)][index(direction)] = fit_alone(curve, copies.name(), profile.confidence);
      largest_[index(memory)][index(direction)] = curve.largest();
    }
  }
}

void Transfers::count_engines(Device& profile) {
  meter_.options().progress("copy engines");
  const PairOverlap pair = measure_pair(meter_, pinned(Direction::h2d), pinned(Direction::d2h), "pinned in beside out");
  profile.dma_engines = pair.most_saved >= kTwoEngines ? 2 : 1;
}

void Transfers::measure_opposed(Device& profile) {
  for (const Memory memory : kMemories) {
    for (const Direction direction : kDirections) {
      const KnownCopies copies = known(memory, direction);
      TransferModel& model = models_[index(memory)][index(direction)];
      const auto beside = [&](Memory opposing, const char* key, Bytes most, std::optional<BytesPerSecond>& bandwidth) {
        const std::string path = copies.stream.name() + '.' + key;
        meter_.options().progress(path);
        const auto measured =
            measure_beside(meter_, copies.at_most(most), known(opposing, opposite(direction)).at_most(most), path);
        // Where no copy ever ran beside another, it moves as if alone: nothing slows it down but waiting. What is above
        // kMostBesideOverAlone shows that one of the two was disturbed: no profile may say so.
        const BytesPerSecond most_there_is{model.alone->value * kMostBesideOverAlone};
        bandwidth = measured ? std::min(measured->bandwidth, most_there_is) : model.alone;
        if (measured) {
          profile.confidence[path] = measured->confidence;
        }
        if (measured && measured->bandwidth > most_there_is) {
          meter_.options().warn(
              fmt::format("{} is {:.2f} times the bandwidth alone: one of the two was disturbed; {} "
                          "times is taken (its samples are in --samples)",
                          path, measured->bandwidth.value / model.alone->value, kMostBesideOverAlone));
        }
      };
      if (memory == Memory::pinned) {
        beside(Memory::pinned, "duplex", meter_.options().largest_opposed, model.duplex);
        beside(Memory::pageable, "mixed", meter_.options().largest_copy, model.mixed);
      } else {
        beside(Memory::pinned, "mixed", meter_.options().largest_copy, model.mixed);
      }
    }
  }
}

void Transfers::observe(Device& profile) {
  meter_.options().progress("overlap of pageable copies and of copies in one direction");
  Observed observed;
  observed.pageable_overlap = measure_pair(meter_, known(Memory::pageable, Direction::h2d),
                                           known(Memory::pageable, Direction::d2h), "pageable in beside out")
                                  .overlap();
  // Two pinned copies in one direction need a second stream.
  const CopyStream second(device_, Memory::pinned, Direction::h2d, streams_[0][0].size());
  const KnownCopies first = pinned(Direction::h2d);
  observed.same_direction_overlap =
      measure_pair(meter_, first, {.stream = second, .model = first.model, .largest = first.largest},
                   "two pinned copies in")
          .overlap();
  if (profile.dma_engines == 2) {
    meter_.options().progress("copies that overlap in part");
    observed.partial_overlap = check_partial_overlap(meter_, pinned(Direction::h2d), pinned(Direction::d2h));
  }
  profile.observed = observed;
}

}  // namespace warpshop::calibrate
