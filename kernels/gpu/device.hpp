#pragma once

#include <memory>
#include <utility>

#include "kernels/gpu/driver.hpp"

namespace warpshop::gpu {

/// A device that is open; copies share it. Everything made from it keeps it open.
class Device {
 public:
  explicit Device(std::shared_ptr<Driver> driver) : driver_(std::move(driver)) {}

  const Properties& properties() const { return driver_->properties(); }
  /// What one form of a kernel takes, and how many of its CTAs fit into an SM. Throws DeviceError.
  Resources resources(const Code& code, Form form) const { return driver_->resources(code, form); }

  Driver& driver() const { return *driver_; }

 private:
  std::shared_ptr<Driver> driver_;
};

}  // namespace warpshop::gpu
