#include "sim/io/yaml/group_reader.hpp"

namespace warpshop::io {

double measured(const YamlNode& node, const Measured& at,
                const std::function<double(const YamlNode&, bool)>& read_scalar) {
  if (node.kind != NodeKind::map || at.intervals == nullptr) {
    return read_scalar(node, false);
  }
  constexpr std::string_view kExpected = "low <= value <= high";
  const MapFields found(node, "a measured value", {"value", "low", "high", "samples"});
  const double value = read_scalar(found.require("value"), false);
  const YamlNode& low_node = found.require("low");
  const YamlNode& high_node = found.require("high");
  const double low = read_scalar(low_node, true);
  const double high = read_scalar(high_node, true);
  if (low > value) {
    refuse_value(low_node, "is above the value", kExpected);
  }
  if (high < value) {
    refuse_value(high_node, "is below the value", kExpected);
  }
  Confidence confidence;
  read_field(found.require("samples"), confidence.samples, {}, Count{});
  if (value > 0) {
    confidence.low = low / value;
    confidence.high = high / value;
  } else if (high > 0) {
    refuse_value(high_node, "is the end of an interval around 0, which is kept relative to it", "0");
  }
  at.intervals->emplace(at.path, confidence);
  return value;
}

void read_field(const YamlNode& node, Millis& value, const Measured& at) {
  value = Millis{measured(node, at, [](const YamlNode& scalar, bool /*end*/) { return duration(scalar).count(); })};
}

void read_field(const YamlNode& node, BytesPerSecond& value, const Measured& at) {
  value.value = measured(node, at, [](const YamlNode& scalar, bool end) {
    return (end ? bandwidth(scalar, {0}) : bandwidth(scalar)).value;
  });
}

void read_field(const YamlNode& node, SubtasksPerMilli& value, const Measured& at) {
  value.value = measured(
      node, at, [](const YamlNode& scalar, bool end) { return (end ? rate(scalar, {0}) : rate(scalar)).value; });
}

void read_field(const YamlNode& node, Watts& value, const Measured& at) {
  value.value = measured(node, at, [](const YamlNode& scalar, bool /*end*/) { return power(scalar).value; });
}

void read_field(const YamlNode& node, double& value, const Measured& at, Fraction /*range*/) {
  value = measured(node, at, [](const YamlNode& scalar, bool end) { return end ? number(scalar) : fraction(scalar); });
}

void read_field(const YamlNode& node, double& value, const Measured& at, Ratio range) {
  value = measured(
      node, at, [&](const YamlNode& scalar, bool end) { return end ? number(scalar) : ratio(scalar, range.highest); });
}

void read_field(const YamlNode& node, double& value, const Measured& /*at*/, Number /*range*/) {
  value = number(node);
}

void read_field(const YamlNode& node, bool& value, const Measured& /*at*/, Words range) {
  value = one_of(node, {range.no, range.yes}, range.what) == 1;
}

void read_field(const YamlNode& node, Bytes& value, const Measured& /*at*/) {
  value = size(node);
}

void read_field(const YamlNode& node, Category& value, const Measured& /*at*/) {
  value = category(node);
}

void read_field(const YamlNode& node, Utilization& value, const Measured& /*at*/) {
  value.part = percent(node);
}

void read_field(const YamlNode& node, ComputeCapability& value, const Measured& /*at*/) {
  value = compute_capability(node);
}

void read_field(const YamlNode& node, std::string& value, const Measured& /*at*/) {
  value = name(node);
}

}  // namespace warpshop::io
