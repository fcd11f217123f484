#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// The keys of a value with what was measured.
inline constexpr std::array<std::string_view, 4> kMeasuredKeys{"value", "low", "high", "samples"};

/// Reads the quantities of a profile that may stand alone, or with what was measured:
/// `{value: 25.1 GB/s, low: 25.0 GB/s, high: 25.2 GB/s, samples: 31}`. The interval is kept, relative to the value,
/// under the path that is given. All throw InputError at the node.
class MeasuredReader {
 public:
  using Confidences = std::map<std::string, Confidence, std::less<>>;

  /// Both outlive this.
  MeasuredReader(const std::string& file, Confidences& confidences) : file_(file), confidences_(confidences) {}

  const std::string& file() const { return file_; }

  Millis duration(const YamlNode& node, const std::string& path);
  BytesPerSecond bandwidth(const YamlNode& node, const std::string& path);
  SubtasksPerMilli rate(const YamlNode& node, const std::string& path);
  /// 0 … 1, but for the ends of its interval.
  double fraction(const YamlNode& node, const std::string& path);
  /// Above 0, at most `highest`, but for the ends of its interval.
  double ratio(const YamlNode& node, double highest, const std::string& path);

 private:
  using Read = std::function<double(const YamlNode&)>;
  double read(const YamlNode& node, const std::string& path, const Read& read_value, const Read& read_end);

  const std::string& file_;
  Confidences& confidences_;
};

}  // namespace warpshop::io
