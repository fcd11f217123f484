#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/io/report_texts.hpp"
#include "sim/model/device.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {

/// A number that a text says, in the unit of the model: B/s, B, or a count.
struct ReportedFigure {
  double value = 0;
  Mark mark;
  std::string source;  ///< what said it: `nvbandwidth v0.8, host_to_device_memcpy_ce`
};

/// What copies of one size reached, all of their time counted.
struct ReportedSize {
  Bytes size;                ///< ≥ 1
  BytesPerSecond bandwidth;  ///< > 0
};

/// What a text says of one GPU.
struct ReportedGpu {
  std::int64_t number = 0;  ///< as the text has it, from 0
  std::string name;         ///< as the driver calls it; empty: not said
  Mark mark{1, 1};          ///< where it begins
  std::optional<ComputeCapability> compute_capability;
  /// By path of the profile: `transfer.pinned.h2d.alone`, `dma_engines`, `memory.size`, `sm.count`.
  std::map<std::string, ReportedFigure, std::less<>> figures;
  /// Several sizes of one kind of copy, increasing.
  std::map<std::pair<Memory, Direction>, std::vector<ReportedSize>> sizes;
  std::string link;          ///< as devices/links.yaml calls it: `pcie4-x8`; empty: not said
  std::string unknown_link;  ///< that it says and that is not among them, for people; empty: none
  Mark link_mark;
  std::map<std::string, std::string> provenance;  ///< what no figure of a profile can hold, by topic
  std::vector<std::string> notes;                 ///< for the user
};

/// What a text says of the GPUs of a machine: one at least, by number.
struct ReportedGpus {
  std::string file;
  ReportTool tool{};
  std::vector<ReportedGpu> gpus;
};

}  // namespace warpshop::io
