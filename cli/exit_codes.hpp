#pragma once

#include <stdexcept>
#include <string>

namespace warpshop::cli {

inline constexpr int kFailure = 1;
inline constexpr int kInputError = 2;
inline constexpr int kNoDevice = 3;
inline constexpr int kOutsideTolerance = 4;
inline constexpr int kSignal = 128;  ///< and the signal's number

/// What was measured is further from what was predicted than was asked for (exit code 4).
class OutsideTolerance : public std::runtime_error {
 public:
  explicit OutsideTolerance(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace warpshop::cli
