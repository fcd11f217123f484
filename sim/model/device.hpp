#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// A measured point of a bandwidth curve: payload of one transfer, latency not counted.
struct BandwidthPoint {
  Bytes size;
  BytesPerSecond bandwidth;
};

/// Transfers of one direction and one kind of host memory (S5 eq. 3.1, table 3.2).
struct TransferModel {
  Millis latency{0};                     ///< L + o: holds the engine, moves nothing
  BytesPerSecond alone;                  ///< 1/G1: no opposing transfer
  std::optional<BytesPerSecond> duplex;  ///< 1/G2: an opposing transfer runs, both pinned; pageable has none
  std::optional<BytesPerSecond> mixed;   ///< 1/G3: an opposing transfer runs, one of the two pageable
  std::vector<BandwidthPoint> points;    ///< optional, increasing sizes: replaces `alone` over size

  /// Bandwidth of a transfer of `size` bytes that nothing opposes: interpolated between `points` linearly in
  /// log size, constant beyond their ends; `alone` where there are none.
  BytesPerSecond alone_at(Bytes size) const;
};

/// S5 eq. 3.2: T = η m + γ for m elements.
struct KernelModel {
  Millis per_element{0};  ///< η ≥ 0
  Millis invocation{0};   ///< γ ≥ 0
};

/// Streaming multiprocessors and what one of them holds at most.
struct SmModel {
  std::int64_t count = 0;
  std::int64_t registers = 0;  ///< 32-bit registers
  Bytes shared_memory;
  std::int64_t threads = 0;
  std::int64_t ctas = 0;
};

/// A device profile. dma_engines is 1 or 2; with 2, pinned transfers have duplex and mixed, pageable ones mixed.
struct Device {
  std::string name;
  int dma_engines = 2;
  std::array<std::array<TransferModel, 2>, 2> transfers;  ///< [Memory][Direction]
  std::optional<SmModel> sm;
  std::optional<BytesPerSecond> memory_bandwidth;
  std::map<std::string, KernelModel, std::less<>> kernels;
  std::map<std::string, std::string> provenance;  ///< how the figures came about, as free text by topic

  const TransferModel& transfer(Memory memory, Direction direction) const {
    return transfers[index(memory)][index(direction)];
  }
};

}  // namespace warpshop
