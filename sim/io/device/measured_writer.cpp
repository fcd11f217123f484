#include "sim/io/device/measured_writer.hpp"

#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>

#include "sim/io/yaml/yaml_map.hpp"

namespace warpshop::io {
namespace {

/// value × relative in six significant digits, rounded away from `value`; an interval is not known better.
std::string end_of_interval(double value, double relative, const DecimalUnit& unit) {
  constexpr int kDigits = 6;
  constexpr double kSlack = 1e-6;  // of the last digit: what was rounded once stays as it is
  const double product = value * relative;
  if (!std::isnormal(product)) {
    return yaml_number(0, unit);
  }
  const int exponent = kDigits - 1 - static_cast<int>(std::floor(std::log10(product)));
  const double scaled = product * std::pow(10.0, exponent);
  const double digits = relative <= 1 ? std::floor(scaled + kSlack) : std::ceil(scaled - kSlack);
  const double end = std::strtod(fmt::format("{:.0f}e{}", digits, -exponent).c_str(), nullptr);
  const bool same_side = relative <= 1 ? end <= value : end >= value;
  return yaml_number(same_side && relative != 1 ? end : value, unit);
}

bool is_valid(const Confidence& confidence) {
  return confidence.low >= 0 && confidence.low <= 1 && confidence.high >= 1 && std::isfinite(confidence.high) &&
         confidence.samples >= 1;
}

}  // namespace

MeasuredWriter::MeasuredWriter(const Device& device) : device_(device) {
  for (const auto& [path, confidence] : device.confidence) {
    unwritten_.insert(path);
  }
}

std::string MeasuredWriter::text(double value, const DecimalUnit& unit, const std::string& path) {
  const auto found = device_.confidence.find(path);
  if (found == device_.confidence.end()) {
    return yaml_number(value, unit);
  }
  unwritten_.erase(path);
  const Confidence& confidence = found->second;
  if (!is_valid(confidence)) {
    throw std::logic_error(fmt::format("{} of device {} has a confidence of {} to {} by {} samples", path, device_.name,
                                       confidence.low, confidence.high, confidence.samples));
  }
  return in_braces({{"value", yaml_number(value, unit)},
                    {"low", end_of_interval(value, confidence.low, unit)},
                    {"high", end_of_interval(value, confidence.high, unit)},
                    {"samples", std::to_string(confidence.samples)}});
}

std::string MeasuredWriter::text(Millis value, const std::string& path) {
  return text(value.count(), unit_of(value), path);
}

std::string MeasuredWriter::text(BytesPerSecond value, const std::string& path) {
  return text(value.value, unit_of(value), path);
}

std::string MeasuredWriter::text(SubtasksPerMilli value, const std::string& path) {
  return text(value.value, {.name = "/ms", .exponent = 0}, path);
}

std::string MeasuredWriter::text(double value, const std::string& path) {
  return text(value, DecimalUnit{}, path);
}

void MeasuredWriter::check_all_written() const {
  if (!unwritten_.empty()) {
    throw std::logic_error(
        fmt::format("device {} has a confidence of {}, but no such value", device_.name, *unwritten_.begin()));
  }
}

}  // namespace warpshop::io
