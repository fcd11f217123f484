#include "sim/io/sweep/decode_range.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "sim/io/yaml/values.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

AxisNumber range_end(const YamlNode& node) {
  const auto found = node.kind == NodeKind::scalar ? axis_number(node.text) : std::nullopt;
  if (!found) {
    refuse_value(node, "is not a number, perhaps with a unit", "such as 2 GB/s");
  }
  return *found;
}

/// Number i of those from 0 to `last`. In long double, so that 4 of 1 to 64 is 4.
double value_between(long double from, long double to, std::size_t i, std::size_t last, bool log) {
  const auto before = static_cast<long double>(i);
  const auto after = static_cast<long double>(last - i);
  const long double all = before + after;
  return static_cast<double>(log ? from * std::exp2(before / all * (std::log2(to) - std::log2(from)))
                                 : (after * from + before * to) / all);
}

/// Whether a scale, which may be missing, is logarithmic.
bool is_log_scale(const YamlNode* scale) {
  if (scale == nullptr) {
    return false;
  }
  if (scale->kind != NodeKind::scalar || (scale->text != "log" && scale->text != "linear")) {
    refuse_value(*scale, "is not a scale", "linear or log");
  }
  return scale->text == "log";
}

}  // namespace

std::vector<std::string> decode_value_range(const YamlNode& node) {
  const MapFields fields(node, "a range of values", {"from", "to", "steps", "scale"});
  const AxisNumber first = range_end(fields.require("from"));
  const AxisNumber last = range_end(fields.require("to"));
  if (first.unit != last.unit) {
    refuse_value(fields.require("to"), "is of another kind than what the range starts from", "the same");
  }
  const Quantity start = *parse_quantity(fields.require("from").text);
  const Quantity end = *parse_quantity(fields.require("to").text);
  const std::string unit(start.unit);
  const double from = *to_double(start);
  const double to =
      end.unit == start.unit ? *to_double(end) : last.value / axis_number(fmt::format("1 {}", unit))->value;
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

DrawnRange decode_drawn_range(const YamlNode& node) {
  const MapFields fields(node, "a range of lengths", {"from", "to", "scale"});
  DrawnRange range{.from = duration(fields.require("from")), .to = duration(fields.require("to"))};
  if (range.to < range.from) {
    refuse_value(fields.require("to"), "is less than what the range starts from", "no less");
  }
  range.log = is_log_scale(fields.find("scale"));
  if (range.log && !(range.from > Millis{0})) {
    refuse_value(fields.require("from"), "has no logarithm", "a duration above 0");
  }
  return range;
}

}  // namespace warpshop::io
