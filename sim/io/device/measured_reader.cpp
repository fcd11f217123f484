#include "sim/io/device/measured_reader.hpp"

#include <cmath>
#include <string_view>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/quantity.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {

double MeasuredReader::read(const YamlNode& node, const std::string& path, const Read& read_value,
                            const Read& read_end) {
  if (node.kind != NodeKind::map) {
    return read_value(node);
  }
  constexpr std::string_view kExpected = "low <= value <= high";
  constexpr std::int64_t kMostSamples = 1'000'000'000;
  const Fields fields(node, "a measured value", kMeasuredKeys, file_);
  const double value = read_value(fields.require("value"));
  const YamlNode& low_node = fields.require("low");
  const YamlNode& high_node = fields.require("high");
  const double low = read_end(low_node);
  const double high = read_end(high_node);
  if (low > value) {
    refuse_value(low_node, file_, "is above the value", kExpected);
  }
  if (high < value) {
    refuse_value(high_node, file_, "is below the value", kExpected);
  }
  Confidence confidence;
  confidence.samples = whole_number(fields.require("samples"), 1, kMostSamples, file_);
  if (value > 0) {
    confidence.low = low / value;
    confidence.high = high / value;
  } else if (high > 0) {
    refuse_value(high_node, file_, "is the end of an interval around 0, which is kept relative to it", "0");
  }
  if (!std::isfinite(confidence.high)) {
    refuse_value(high_node, file_, "is too far above the value", kExpected);
  }
  confidences_.emplace(path, confidence);
  return value;
}

Millis MeasuredReader::duration(const YamlNode& node, const std::string& path) {
  const Read read_it = [&](const YamlNode& scalar) { return io::duration(scalar, file_).count(); };
  return Millis{read(node, path, read_it, read_it)};
}

BytesPerSecond MeasuredReader::bandwidth(const YamlNode& node, const std::string& path) {
  return {read(
      node, path, [&](const YamlNode& scalar) { return io::bandwidth(scalar, file_).value; },
      [&](const YamlNode& scalar) { return io::bandwidth(scalar, file_, {0}).value; })};
}

SubtasksPerMilli MeasuredReader::rate(const YamlNode& node, const std::string& path) {
  return {read(
      node, path, [&](const YamlNode& scalar) { return io::rate(scalar, file_).value; },
      [&](const YamlNode& scalar) { return io::rate(scalar, file_, {0}).value; })};
}

double MeasuredReader::fraction(const YamlNode& node, const std::string& path) {
  return read(
      node, path, [&](const YamlNode& scalar) { return io::fraction(scalar, file_); },
      [&](const YamlNode& scalar) { return number(scalar, file_); });
}

double MeasuredReader::ratio(const YamlNode& node, double highest, const std::string& path) {
  return read(
      node, path, [&](const YamlNode& scalar) { return io::ratio(scalar, highest, file_); },
      [&](const YamlNode& scalar) { return number(scalar, file_); });
}

}  // namespace warpshop::io
