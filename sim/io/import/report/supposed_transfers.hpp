#pragma once

#include <optional>

#include "sim/model/chip_table.hpp"
#include "sim/model/device.hpp"

// What a profile says of copies that nobody measured.
namespace warpshop::io {

/// The link of a device: the one that its provenance names, else that of its chip, unless copies were faster than that
/// can carry; else the slowest that can carry the fastest copies measured. Nothing: none of these is known.
std::optional<LinkModel> supposed_link(const Device& device);

/// Fills in the transfers that a profile does not have, and says so in `assumed`: copies alone move as fast as those of
/// the other direction, where these were measured, else as is usual on the link; beside others they lose the part that
/// is usual there; a byte of pageable memory takes as much longer than a pinned one as there, and is no faster. With
/// one DMA engine none moves beside another.
void suppose_transfers(Device& device, const LinkModel& link);

/// Takes the transfers out that are assumed and are just what suppose_transfers() says with that link, so that it can
/// say them anew; other guesses are a user's, and stay.
void take_out_supposed(Device& device, const std::optional<LinkModel>& link);

/// Calls visit(path, value) for the bandwidths of all transfers: `alone`, `duplex`, `mixed`.
void each_bandwidth(auto& device, const auto& visit) {
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      auto& transfer = device.transfers[index(memory)][index(direction)];
      visit(transfer_path(memory, direction, "alone"), transfer.alone);
      visit(transfer_path(memory, direction, "duplex"), transfer.duplex);
      visit(transfer_path(memory, direction, "mixed"), transfer.mixed);
    }
  }
}

}  // namespace warpshop::io
