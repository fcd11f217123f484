#include "sim/io/device/decode_observed.hpp"

#include <array>
#include <string>
#include <string_view>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/quantity.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

ModelCheck decode_check(const YamlNode& node, const std::string& file) {
  constexpr std::array<std::string_view, 3> kKeys{"mean_error", "worst_error", "samples"};
  constexpr std::int64_t kMostSamples = 1'000'000'000;
  const Fields fields(node, "the check of a model", kKeys, file);
  const YamlNode& worst = fields.require("worst_error");
  ModelCheck check;
  check.mean_error = number(fields.require("mean_error"), file);
  check.worst_error = number(worst, file);
  if (check.worst_error < check.mean_error) {
    refuse_value(worst, file, "is below the mean error", "mean_error <= worst_error");
  }
  check.samples = whole_number(fields.require("samples"), 1, kMostSamples, file);
  return check;
}

}  // namespace

Interference decode_interference(const YamlNode& node, MeasuredReader& reader) {
  constexpr std::array<std::string_view, 4> kKeys{"h2d_beside_kernel", "d2h_beside_kernel", "kernel_beside_h2d",
                                                  "kernel_beside_d2h"};
  constexpr double kHighest = 2;
  const Fields fields(node, "interference", kKeys, reader.file());
  const auto speed = [&](std::string_view key) {
    return reader.ratio(fields.require(key), kHighest, "interference." + std::string{key});
  };
  return {.h2d_beside_kernel = speed(kKeys[0]),
          .d2h_beside_kernel = speed(kKeys[1]),
          .kernel_beside_h2d = speed(kKeys[2]),
          .kernel_beside_d2h = speed(kKeys[3])};
}

Observed decode_observed(const YamlNode& node, MeasuredReader& reader) {
  constexpr std::array<std::string_view, 3> kKeys{"pageable_overlap", "same_direction_overlap", "partial_overlap"};
  const Fields fields(node, "what was observed", kKeys, reader.file());
  Observed observed;
  observed.pageable_overlap = reader.fraction(fields.require("pageable_overlap"), "observed.pageable_overlap");
  observed.same_direction_overlap =
      reader.fraction(fields.require("same_direction_overlap"), "observed.same_direction_overlap");
  if (const YamlNode* check = fields.find("partial_overlap")) {
    observed.partial_overlap = decode_check(*check, reader.file());
  }
  return observed;
}

}  // namespace warpshop::io
