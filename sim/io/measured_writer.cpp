#include "sim/io/measured_writer.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "sim/io/yaml_map.hpp"

namespace warpshop::io {
namespace {

/// value × relative: of the numbers next to it that give `relative` when divided by `value`, the one with the fewest
/// digits; the product itself where there is none. On the same side of `value` as the exact product.
std::string end_of_interval(double value, double relative, const DecimalUnit& unit) {
  constexpr int kSteps = 2;
  const double product = value * relative;
  if (!std::isnormal(product)) {
    return yaml_number(0, unit);
  }
  std::string best;
  double end = product;
  for (int step = 0; step < kSteps; ++step) {
    end = std::nextafter(end, 0);
  }
  for (int step = -kSteps; step <= kSteps; ++step) {
    const std::string text = yaml_number(end, unit);
    const bool same_side = relative <= 1 ? end <= value : end >= value;
    if (same_side && end / value == relative && (best.empty() || text.size() < best.size())) {
      best = text;
    }
    end = std::nextafter(end, std::numeric_limits<double>::infinity());
  }
  return best.empty() ? yaml_number(product, unit) : best;
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
