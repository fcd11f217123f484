#pragma once

#include <array>

#include "calibrate/copy_stream.hpp"
#include "calibrate/meter.hpp"
#include "calibrate/opposing_copies.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// The four ways over the bus of a device, measured one after the other: alone; opposed; whether what the model takes
/// for granted of them is so.
class Transfers {
 public:
  Transfers(Meter& meter, const gpu::Device& device);

  /// Fills transfers, dma_engines, observed, and their confidence.
  void measure(Device& profile);

  /// Pinned copies with their figures. After measure().
  KnownCopies pinned(Direction direction) const { return known(Memory::pinned, direction); }

 private:
  KnownCopies known(Memory memory, Direction direction) const;
  void measure_alone(Device& profile);
  void count_engines(Device& profile);
  void measure_opposed(Device& profile);
  void observe(Device& profile);

  Meter& meter_;
  const gpu::Device& device_;
  std::array<std::array<CopyStream, 2>, 2> streams_;  ///< [Memory][Direction]
  std::array<std::array<TransferModel, 2>, 2> models_;
  std::array<std::array<Bytes, 2>, 2> largest_;
};

}  // namespace warpshop::calibrate
