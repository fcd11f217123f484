#pragma once

#include <stdexcept>
#include <string>

namespace warpshop {

/// A GPU that is not there (exit code 3), or that fails while running (exit code 1). what() names the step.
class DeviceError : public std::runtime_error {
 public:
  enum class Kind { absent, failed };

  explicit DeviceError(const std::string& message, Kind kind = Kind::failed)
      : std::runtime_error(message), kind_(kind) {}

  Kind kind() const { return kind_; }
  /// The same failure, with the step that it happened in put before it: `step: message`.
  DeviceError during(const std::string& step) const { return DeviceError(step + ": " + what(), kind_); }

 private:
  Kind kind_;
};

}  // namespace warpshop
