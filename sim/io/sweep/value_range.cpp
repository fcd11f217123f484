#include "sim/io/sweep/value_range.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

/// An end of a range, and its unit.
std::pair<double, std::string> range_end(const YamlNode& node) {
  const auto quantity = node.kind == NodeKind::scalar ? parse_quantity(node.text) : std::nullopt;
  if (!quantity || !to_double(*quantity)) {
    refuse_value(node, "is not a number, perhaps with a unit", "such as 2 GB/s");
  }
  return {*to_double(*quantity), std::string(quantity->unit)};
}

/// Number i of those from 0 to `last`. In long double, so that 4 of 1 to 64 is 4.
double value_between(long double from, long double to, std::size_t i, std::size_t last, bool log) {
  const auto before = static_cast<long double>(i);
  const auto after = static_cast<long double>(last - i);
  const long double all = before + after;
  return static_cast<double>(log ? from * std::exp2(before / all * (std::log2(to) - std::log2(from)))
                                 : (after * from + before * to) / all);
}

}  // namespace

bool is_log_scale(const YamlNode* scale) {
  if (scale == nullptr) {
    return false;
  }
  if (scale->kind != NodeKind::scalar || (scale->text != "log" && scale->text != "linear")) {
    refuse_value(*scale, "is not a scale", "linear or log");
  }
  return scale->text == "log";
}

std::vector<std::string> decode_value_range(const YamlNode& node) {
  constexpr std::array<std::string_view, 4> kKeys{"from", "to", "steps", "scale"};
  const Fields fields(node, "a range of values", kKeys);
  const auto [from, unit] = range_end(fields.require("from"));
  const auto [to, unit_of_to] = range_end(fields.require("to"));
  if (unit != unit_of_to) {
    refuse_value(fields.require("to"), "has another unit than what the range starts from", "the same");
  }
  if (!(from < to)) {
    refuse_value(fields.require("to"), "is not above what the range starts from", "more");
  }
  const auto steps =
      static_cast<std::size_t>(whole_number(fields.require("steps"), 2, static_cast<std::int64_t>(kMostValues)));
  const bool log = is_log_scale(fields.find("scale"));
  if (log && !(from > 0)) {
    refuse_value(fields.require("from"), "has no logarithm", "a number above 0");
  }
  std::vector<std::string> values;
  for (std::size_t i = 0; i < steps; ++i) {
    const double value = i == 0 ? from : i + 1 == steps ? to : value_between(from, to, i, steps - 1, log);
    values.push_back(quantity_text(value) + (unit.empty() ? "" : " " + unit));
  }
  if (std::adjacent_find(values.begin(), values.end()) != values.end()) {
    refuse_value(fields.require("steps"), "is more than there are numbers in the range", "fewer");
  }
  return values;
}

}  // namespace warpshop::io
