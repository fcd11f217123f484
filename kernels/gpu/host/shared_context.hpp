#pragma once

#include <string>

#include "sim/model/units.hpp"

namespace warpshop::gpu::host {

/// What a change of context takes on a host device that processes share: far more than what passes between them.
inline constexpr Millis kHostContextSwitch{2};

/// Who ran a kernel last on a device that several processes play together, in a file that all of them map.
class SharedContext {
 public:
  /// The file, which is there, is made long enough. Throws DeviceError: it cannot be mapped.
  explicit SharedContext(const std::string& file);
  SharedContext(const SharedContext&) = delete;
  SharedContext& operator=(const SharedContext&) = delete;
  ~SharedContext();

  /// Before a kernel of this process: waits for the change of context, if another ran the one before.
  void enter() const;

 private:
  void* memory_;
};

}  // namespace warpshop::gpu::host
