#pragma once

#include <set>
#include <string>
#include <string_view>

#include "sim/io/yaml/yaml_text.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// Writes what MeasuredReader reads: a number with its unit, or the map that holds its confidence as well. All throw
/// std::logic_error for a confidence that is not one.
class MeasuredWriter {
 public:
  /// `device` outlives this.
  explicit MeasuredWriter(const Device& device);

  std::string text(Millis value, const std::string& path);
  std::string text(BytesPerSecond value, const std::string& path);
  std::string text(SubtasksPerMilli value, const std::string& path);
  std::string text(double value, const std::string& path);

  /// Throws std::logic_error if the device has a confidence of something that was not written.
  void check_all_written() const;

 private:
  std::string text(double value, const DecimalUnit& unit, const std::string& path);

  const Device& device_;
  std::set<std::string_view> unwritten_;
};

}  // namespace warpshop::io
