#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/io/import/torch_event.hpp"
#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// One of a trace's `deviceProperties`, as far as they are used. What is out of range counts as not recorded.
class TorchGpu {
 public:
  void set(std::string_view key, const TorchScalar& value);
  /// Nothing if it has no number. CTAs per SM, which are not recorded, follow from the compute capability. ROCm's
  /// Kineto, which calls shared memory by another name, has neither these nor registers per SM (a compute unit): one
  /// workgroup may have all registers of a unit, and no unit holds more workgroups than wavefronts.
  std::optional<RecordedGpu> finish() const;

 private:
  std::int64_t device_ = -1;
  std::string name_;
  std::int64_t memory_ = 0, major_ = 0, minor_ = 0;
  std::int64_t sms_ = 0, registers_ = 0, registers_of_block_ = 0, shared_memory_ = 0, threads_ = 0, warp_ = 0;
  bool rocm_ = false;
};

/// The most CTAs that an SM of a compute capability holds: CUDA C++ Programming Guide 13, table "Technical
/// specifications per compute capability". What it does not know is taken for the next older one that it does.
std::int64_t most_ctas_of(std::int64_t major, std::int64_t minor);

}  // namespace warpshop::io
