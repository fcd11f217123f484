#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "sim/io/yaml/values.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/confidence.hpp"
#include "sim/model/device.hpp"
#include "sim/model/units.hpp"

// Groups of values. Each lists its fields once, with their keys, for what reads them, what writes them and what names
// them, and says what it describes, with its article, for errors:
//   std::string_view fields(Group& group, const auto& visit)
// calls visit(key, field), or visit(key, field, range) where the type does not say what a value may be.
namespace warpshop::io {

/// A count in low … high; `otherwise` where it is missing, unless it must be there.
struct Count {
  std::int64_t low = 1;
  std::int64_t high = kLargestCount;
  std::optional<std::int64_t> otherwise = {};
};
/// Above 0, at most `highest`; may be measured.
struct Ratio {
  double highest;
};
/// 0 … 1; may be measured.
struct Fraction {};
/// 0 … 1e15; says itself how well it is known; `otherwise` as of a count.
struct Number {
  std::optional<double> otherwise = {};
};
/// One of two words, for false and true; `what` they are, with its article.
struct Words {
  std::string_view no, yes, what;
};

/// What any type may be where it is missing.
template <class Value>
struct Default {
  std::optional<Value> otherwise;
};
template <class Value>
Default(std::optional<Value>) -> Default<Value>;  // clang 14 needs to be told
/// It must be there, whatever its type.
struct Needed {};

/// What a group may do without: all but bare numbers. One that is as good as missing is not written.
template <class Field>
constexpr bool may_be_missing(const Field& /*field*/) {
  return (!std::is_arithmetic_v<Field> || std::is_same_v<Field, bool>)&&!std::is_same_v<Field, Bytes> &&
         !std::is_same_v<Field, BytesPerSecond> && !std::is_same_v<Field, SubtasksPerMilli> &&
         !std::is_same_v<Field, Watts>;
}
template <class Field, class Range>
constexpr bool may_be_missing(const Field& field, const Range& range) {
  if constexpr (requires { range.otherwise; }) {
    return may_be_missing(field) || range.otherwise.has_value();
  } else {
    return !std::is_same_v<Range, Needed> && may_be_missing(field);
  }
}

/// Whether a field is as good as missing.
template <class Field>
bool is_missing(const Field& field) {
  if constexpr (requires { field.has_value(); }) {
    return !field.has_value();
  } else {
    return may_be_missing(field) && field == Field{};
  }
}
template <class Field, class Range>
bool is_missing(const Field& field, const Range& range) {
  if constexpr (requires { range.otherwise; }) {
    return range.otherwise ? field == static_cast<Field>(*range.otherwise) : is_missing(field);
  } else {
    return may_be_missing(field, range) && is_missing(field);
  }
}

/// Where intervals of what was measured are kept, under the paths of their values.
struct Measured {
  std::map<std::string, Confidence, std::less<>>* intervals = nullptr;  ///< nullptr: values stand alone
  std::string path = {};                                                ///< of the value, where intervals are kept

  Measured below(std::string_view key) const {
    return {intervals, intervals == nullptr ? "" : path.empty() ? std::string(key) : fmt::format("{}.{}", path, key)};
  }
};

/// read_scalar(node, whether it is an end of the interval): those may lie where the value may not.
double measured(const YamlNode& node, const Measured& at,
                const std::function<double(const YamlNode&, bool)>& read_scalar);

// What a node says, put into a field. All throw InputError at the node.

void read_field(const YamlNode& node, Millis& value, const Measured& at);
void read_field(const YamlNode& node, BytesPerSecond& value, const Measured& at);
void read_field(const YamlNode& node, SubtasksPerMilli& value, const Measured& at);
void read_field(const YamlNode& node, Watts& value, const Measured& at);
void read_field(const YamlNode& node, double& value, const Measured& at, Fraction range);
void read_field(const YamlNode& node, double& value, const Measured& at, Ratio range);
void read_field(const YamlNode& node, double& value, const Measured& at, Number range);
void read_field(const YamlNode& node, bool& value, const Measured& at, Words range);
void read_field(const YamlNode& node, Bytes& value, const Measured& at);
void read_field(const YamlNode& node, Category& value, const Measured& at);
void read_field(const YamlNode& node, Utilization& value, const Measured& at);
void read_field(const YamlNode& node, ComputeCapability& value, const Measured& at);
void read_field(const YamlNode& node, std::string& value, const Measured& at);

template <class Whole>
requires std::is_integral_v<Whole>
void read_field(const YamlNode& node, Whole& value, const Measured& /*at*/, Count range) {
  value = static_cast<Whole>(whole_number(node, range.low, range.high));
}

template <class Value>
void read_field(const YamlNode& node, Value& value, const Measured& at, const Default<Value>& /*range*/) {
  read_field(node, value, at);
}

template <class Value>
void read_field(const YamlNode& node, Value& value, const Measured& at, Needed /*range*/) {
  read_field(node, value, at);
}

template <class Group>
concept IsGroup = requires(Group& group) {
  fields(group, [](const auto&...) {});
};

/// The keys of a group, and what it describes.
template <class Group>
struct GroupKeys {
  std::vector<std::string_view> keys = {};
  std::string_view what;

  GroupKeys() {
    Group group{};
    what = fields(group, [this](std::string_view key, const auto&...) { keys.push_back(key); });
  }
};

template <class Group>
const GroupKeys<Group>& keys_of() {
  static const GroupKeys<Group> known;
  return known;
}

/// The fields of a group that stand in a map, which may have others. below(key): of a field.
template <class Group, class Below>
void read_fields(const MapFields& found, Group& group, const Below& below) {
  fields(group, [&](std::string_view key, auto& field, const auto&... range) {
    if (const YamlNode* value = may_be_missing(field, range...) ? found.find(key) : &found.require(key)) {
      read_field(*value, field, below(key), range...);
    }
  });
}

template <IsGroup Group>
void read_field(const YamlNode& node, Group& group, const Measured& at) {
  const MapFields found(node, keys_of<Group>().what, keys_of<Group>().keys);
  read_fields(found, group, [&](std::string_view key) { return at.below(key); });
}

template <class Value, class... Range>
void read_field(const YamlNode& node, std::optional<Value>& value, const Measured& at, const Range&... range) {
  read_field(node, value.emplace(), at, range...);
}

template <class Value>
void read_field(const YamlNode& node, std::vector<Value>& values, const Measured& at) {
  for (const YamlNode& element : elements(node, "values", "a list")) {
    read_field(element, values.emplace_back(), at);
  }
}

/// A group that stands by itself.
template <class Group>
Group group_of(const YamlNode& node) {
  Group group{};
  read_field(node, group, {});
  return group;
}

}  // namespace warpshop::io
