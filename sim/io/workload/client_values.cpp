#include "sim/io/workload/client_values.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/csv/recorded_arrivals.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/error.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

using KeyList = std::initializer_list<std::string_view>;

/// The one of these keys that stands there. Throws InputError: none, or another one as well.
std::string_view only_key(const YamlNode& node, const MapFields& fields, KeyList keys) {
  std::string_view only;
  for (const std::string_view key : keys) {
    if (fields.find(key) == nullptr) {
      continue;
    }
    if (!only.empty()) {
      refuse_value(node, fmt::format("has {} and {}", only, key), "one of them");
    }
    only = key;
  }
  if (only.empty()) {
    refuse_value(node, fmt::format("has none of {}", fmt::join(keys, ", ")), "one of them");
  }
  return only;
}

/// What goes with one kind alone: nullptr where it is not there. Throws InputError: it is, with another kind.
const YamlNode* find_beside(const MapFields& fields, std::string_view key, std::string_view kind,
                            std::string_view found) {
  const YamlNode* value = fields.find(key);
  if (value != nullptr && kind != found) {
    refuse(*value, fmt::format("{} beside {}, expected it beside {}", key, found, kind));
  }
  return value;
}

/// A file beside the workload, or a list of times. Throws InputError: in the file where something is wrong with a line,
/// else at the node.
RecordedArrivals decode_recorded(const YamlNode& node) {
  if (node.kind == NodeKind::sequence) {
    return {recorded_arrivals(node)};
  }
  const std::string file = name(node);
  try {
    return {read_recorded_arrivals(std::filesystem::path(*node.file).parent_path() / file)};
  } catch (const InputError& error) {
    if (error.mark().line > 0) {
      throw;
    }
    refuse(node, error.what());
  }
}

/// A time that all think, or {exponential: the mean}.
void decode_think(const YamlNode& node, ClosedArrivals& arrivals) {
  arrivals.exponential = node.kind == NodeKind::map;
  arrivals.think = duration(
      arrivals.exponential ? MapFields(node, "a time to think", {"exponential"}).require("exponential") : node);
}

LatencyGoal decode_latency_goal(const YamlNode& latency, const YamlNode* quantile) {
  LatencyGoal goal{.latency = duration_above_zero(latency)};
  if (quantile != nullptr) {
    goal.quantile = percent(*quantile);
    if (goal.quantile == 0 || goal.quantile == 1) {
      refuse_value(*quantile, "is out of range", "above 0 % and below 100 %");
    }
  }
  return goal;
}

SpeedGoal decode_speed_goal(const YamlNode& node) {
  const SpeedGoal goal{percent(node)};
  if (goal.part == 0) {
    refuse_value(node, "is out of range", "above 0 % and up to 100 %");
  }
  return goal;
}

/// So many in a second, without a unit.
RateGoal decode_frames(const YamlNode& node) {
  constexpr double kFewest = 1e-12;
  const double frames = number(node);
  if (frames < kFewest) {
    refuse_value(node, "is out of range", "1e-12 to 1e15");
  }
  return {{frames}};
}

DemandPart decode_part(const YamlNode& node) {
  constexpr double kLargestMean = 1e6;
  const MapFields fields(node, "a part of the demand", {"part", "mean"});
  return {.part = percent(fields.require("part")), .mean = ratio(fields.require("mean"), kLargestMean)};
}

}  // namespace

void read_field(const YamlNode& node, Arrivals& arrivals, const Measured& /*at*/) {
  const MapFields fields(node, "the arrivals of a client",
                         {"poisson", "every", "offset", "closed", "think", "at_once", "recorded"});
  const std::string_view kind = only_key(node, fields, {"poisson", "every", "closed", "at_once", "recorded"});
  const YamlNode* offset = find_beside(fields, "offset", "every", kind);
  const YamlNode* think = find_beside(fields, "think", "closed", kind);
  const YamlNode& value = fields.require(kind);
  if (kind == "poisson") {
    arrivals = PoissonArrivals{per_second(value)};
  } else if (kind == "every") {
    arrivals = PeriodicArrivals{duration_above_zero(value), offset != nullptr ? duration(*offset) : Millis{0}};
  } else if (kind == "at_once") {
    arrivals = ArrivalsAtOnce{static_cast<std::uint64_t>(whole_number(value, 1, kMostRequests))};
  } else if (kind == "recorded") {
    arrivals = decode_recorded(value);
  } else {
    ClosedArrivals closed{.users = static_cast<std::uint32_t>(whole_number(value, 1, kMostUsers))};
    if (think != nullptr) {
      decode_think(*think, closed);
    }
    arrivals = closed;
  }
}

void read_field(const YamlNode& node, Goal& goal, const Measured& /*at*/) {
  const MapFields fields(node, "a goal", {"latency", "quantile", "rate", "fps", "speed", "share"});
  const std::string_view kind = only_key(node, fields, {"latency", "rate", "fps", "speed", "share"});
  const YamlNode* quantile = find_beside(fields, "quantile", "latency", kind);
  const YamlNode& value = fields.require(kind);
  if (kind == "latency") {
    goal = decode_latency_goal(value, quantile);
  } else if (kind == "rate") {
    goal = RateGoal{per_second(value)};
  } else {
    goal = kind == "fps" ? Goal(decode_frames(value)) : Goal(decode_speed_goal(value));
  }
}

void read_field(const YamlNode& node, ClientClass& kind, const Measured& /*at*/) {
  constexpr std::array kClasses{ClientClass::online, ClientClass::offline};
  kind = kClasses[one_of(node, {warpshop::name(kClasses[0]), warpshop::name(kClasses[1])}, "a class of clients")];
}

void read_field(const YamlNode& node, SmAmount& amount, const Measured& /*at*/) {
  amount = sm_amount(node);
}

void read_field(const YamlNode& node, Demand& demand, const Measured& /*at*/) {
  constexpr double kRounding = 1e-9;
  if (node.kind == NodeKind::scalar && node.text == "exponential") {
    demand = {DemandPart{}};
    return;
  }
  double sum = 0;
  for (const YamlNode& part :
       elements(node, "parts of the demand", "exponential, or parts such as {part: 100 %, mean: 1}")) {
    demand.push_back(decode_part(part));
    sum += demand.back().part;
  }
  if (std::abs(sum - 1) > kRounding) {
    refuse(node, fmt::format("parts that add up to {:.10g} %, expected 100 %", 100 * sum));
  }
}

namespace {

constexpr Unit kPerSecond{"/s"};  // of PerSecond itself

std::string in_digits(Millis duration) {
  return quantity_text(duration.count(), unit_of(duration));
}

std::string in_percent(double part) {
  return quantity_text(part, kPercentUnits.front());
}

std::string kind_text(const PoissonArrivals& arrivals) {
  return "poisson: " + quantity_text(arrivals.rate.value, kPerSecond);
}

std::string kind_text(const PeriodicArrivals& arrivals) {
  return "every: " + in_digits(arrivals.period) +
         (arrivals.offset > Millis{0} ? ", offset: " + in_digits(arrivals.offset) : "");
}

std::string kind_text(const ClosedArrivals& arrivals) {
  const std::string think = in_digits(arrivals.think);
  const std::string users = fmt::format("closed: {}", arrivals.users);
  return arrivals.exponential         ? users + ", think: {exponential: " + think + "}"
         : arrivals.think > Millis{0} ? users + ", think: " + think
                                      : users;
}

std::string kind_text(const ArrivalsAtOnce& arrivals) {
  return fmt::format("at_once: {}", arrivals.requests);
}

std::string kind_text(const RecordedArrivals& arrivals) {
  std::vector<std::string> times;
  times.reserve(arrivals.times.size());
  for (const Millis time : arrivals.times) {
    times.push_back(in_digits(time));
  }
  return fmt::format("recorded: [{}]", fmt::join(times, ", "));
}

std::string kind_text(const LatencyGoal& goal) {
  return "latency: " + in_digits(goal.latency) + ", quantile: " + in_percent(goal.quantile);
}

std::string kind_text(const RateGoal& goal) {
  return "rate: " + quantity_text(goal.rate.value, kPerSecond);
}

std::string kind_text(const SpeedGoal& goal) {
  return "speed: " + in_percent(goal.part);
}

}  // namespace

std::string arrivals_text(const Arrivals& arrivals) {
  return "{" + std::visit([](const auto& kind) { return kind_text(kind); }, arrivals) + "}";
}

std::string goal_entry(const Goal& goal) {
  return "{" + std::visit([](const auto& kind) { return kind_text(kind); }, goal) + "}";
}

std::string demand_text(const Demand& demand) {
  if (demand == Demand{DemandPart{}}) {
    return "exponential";
  }
  std::vector<std::string> parts;
  parts.reserve(demand.size());
  for (const auto& [part, mean] : demand) {
    parts.push_back(fmt::format("{{part: {}, mean: {}}}", in_percent(part), quantity_text(mean)));
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

}  // namespace warpshop::io
