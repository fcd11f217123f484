#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/device.hpp"

namespace warpshop {

/// A GPU as its vendor describes it: an entry of devices/chips.yaml, which names the sources. What no source confirms
/// is missing.
struct ChipModel {
  std::string name;               ///< `h100-sxm`
  std::vector<std::string> gpus;  ///< what drivers call it, without a leading `NVIDIA `
  ComputeCapability compute_capability;
  SmModel sm;  ///< with the name of the chip, its limits and allocation units by compute capability
  BytesPerSecond memory_bandwidth{};  ///< peak
  Bytes memory_size;
  std::optional<Bytes> l2;
  std::optional<int> copy_engines;       ///< as deviceQuery prints them; those that matter are one for each direction
  std::optional<Watts> power_limit;      ///< of the board
  std::optional<Millis> context_switch;  ///< as one such GPU took it: another may differ
  std::string link;                      ///< to the host, of devices/links.yaml; empty: it shares the host's memory
  MigModel mig;
};

/// A link between host and GPU, in one direction: an entry of devices/links.yaml, which names the sources.
struct LinkModel {
  std::string name;            ///< `pcie4`, `pcie4-x8`
  std::string title;           ///< `PCIe 4.0`
  std::int64_t lanes = 0;      ///< 0: it does not come by lanes
  BytesPerSecond theoretical;  ///< no copy is faster
  BytesPerSecond usual;        ///< what large pinned copies usually reach when nothing opposes them
  BytesPerSecond low;          ///< the range of that
  BytesPerSecond high;
  BytesPerSecond duplex;                ///< beside a pinned copy in the other direction
  std::optional<BytesPerSecond> mixed;  ///< beside a pageable one
  Millis latency{0};
  std::optional<TransferModel> pageable;  ///< copies of pageable memory

  /// `PCIe 4.0 x8`
  std::string full_title() const { return lanes > 0 ? title + " x" + std::to_string(lanes) : title; }
};

/// What is known of chips and links.
struct ChipTable {
  std::vector<ChipModel> chips;
  std::vector<LinkModel> links;  ///< of all their lanes

  /// nullptr: there is none of that name.
  const ChipModel* find_chip(std::string_view name) const;
  /// By what the driver calls the GPU, such as `NVIDIA A100-SXM4-40GB`; nullptr: unknown.
  const ChipModel* chip_of_gpu(std::string_view gpu) const;
  /// `pcie4`, or `pcie4-x8` of 1, 2, 4 … lanes, no more than it has: bandwidths in proportion.
  std::optional<LinkModel> find_link(std::string_view name) const;
  /// The link of a chip.
  std::optional<LinkModel> link_of(const ChipModel& chip) const { return find_link(chip.link); }
  /// What SMs can be cut into by MIG: what their chip can if they are all of it; if they do not say their chip, what
  /// all chips of so many SMs can, as far as that is the same, without memory in its names.
  MigModel mig_of(const SmModel& sm) const;
};

/// A profile of a chip on a link, either of which may be nullptr. Transfers are what the link usually reaches, and
/// assumed; so is dma_engines where the chip does not say. Named like the chip, else like the link.
Device profile_of(const ChipModel* chip, const LinkModel* link);

}  // namespace warpshop
