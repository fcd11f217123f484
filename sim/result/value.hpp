#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "sim/model/context_switch.hpp"

namespace warpshop::result {

/// What a field of a result holds: nothing, null, a number, a text, or a list; of an object the values of its fields,
/// in the order in which they are described. A text that is viewed outlives it: what a getter gives as
/// std::string_view.
struct Value {
  std::variant<std::monostate, std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, std::string_view,
               std::vector<Value>>
      is;

  bool is_nothing() const { return is.index() == 0; }
  const std::vector<Value>& list() const { return std::get<std::vector<Value>>(is); }
  std::vector<Value>& list() { return std::get<std::vector<Value>>(is); }
};

enum class Type : std::uint8_t { boolean, integer, number, text, list, object, named };  ///< named: see NamedValue

/// How values of a C++ type are described.
struct Shape {
  Type type = Type::text;
  bool null = false;           ///< there may be nothing, and JSON says so
  bool optional = false;       ///< there may be nothing
  bool is_unsigned = false;    ///< ≥ 0
  std::size_t length = 0;      ///< of a list that is always as long; 0: any
  bool range = false;          ///< a list of a low and a high end
  std::vector<Shape> of = {};  ///< of a list: its elements; of named values: these
};

template <class Of>
struct AsOptional : std::false_type {};
template <class Of>
struct AsOptional<std::optional<Of>> : std::true_type {};

template <class Of>
concept Quantity = requires(const Of& of) {
  { of.count() } -> std::floating_point;
};
template <class Of>
concept Amount = requires(const Of& of) {
  { of.value } -> std::convertible_to<double>;
};

/// A value with a name that the result gives: a list of them is an object in JSON.
template <class Of>
concept NamedValue = requires(const Of& of) {
  { of.first } -> std::convertible_to<std::string_view>;
  of.second;
};

/// Durations are numbers in the unit of their type, what is not there is nothing.
template <class Of>
Value value_of(const Of& of) {
  if constexpr (AsOptional<Of>::value) {
    if constexpr (AsOptional<typename Of::value_type>::value) {  // where it is told, there may be nothing to tell
      return !of ? Value{} : *of ? value_of(**of) : Value{nullptr};
    } else {
      return of ? value_of(*of) : Value{};
    }
  } else if constexpr (std::same_as<Of, bool> || std::floating_point<Of> || std::same_as<Of, std::string>) {
    return {of};
  } else if constexpr (std::unsigned_integral<Of>) {
    return {std::uint64_t{of}};
  } else if constexpr (std::signed_integral<Of>) {
    return {std::int64_t{of}};
  } else if constexpr (std::convertible_to<const Of&, std::string_view>) {
    return {std::string_view(of)};
  } else if constexpr (Quantity<Of>) {
    return {of.count()};
  } else if constexpr (Amount<Of>) {
    return {of.value};
  } else if constexpr (std::same_as<Of, AssumedRange>) {
    return {std::vector<Value>{value_of(of.low), value_of(of.high)}};
  } else if constexpr (NamedValue<Of>) {
    return {std::vector<Value>{value_of(of.first), value_of(of.second)}};
  } else {
    std::vector<Value> list;
    list.reserve(std::size(of));
    for (const auto& element : of) {
      list.push_back(value_of(element));
    }
    return {std::move(list)};
  }
}

template <class Of>
Shape shape_of() {
  if constexpr (AsOptional<Of>::value) {
    Shape shape = shape_of<typename Of::value_type>();
    shape.null = shape.optional;
    shape.optional = true;
    return shape;
  } else if constexpr (std::same_as<Of, bool>) {
    return {.type = Type::boolean};
  } else if constexpr (std::integral<Of>) {
    return {.type = Type::integer, .is_unsigned = std::unsigned_integral<Of>};
  } else if constexpr (std::convertible_to<const Of&, std::string_view>) {
    return {.type = Type::text};
  } else if constexpr (std::floating_point<Of> || Quantity<Of> || Amount<Of>) {
    return {.type = Type::number};
  } else if constexpr (std::same_as<Of, AssumedRange>) {
    return {.type = Type::list, .length = 2, .range = true, .of = {{.type = Type::number}}};
  } else if constexpr (NamedValue<typename Of::value_type>) {
    return {.type = Type::named, .of = {shape_of<typename Of::value_type::second_type>()}};
  } else {
    Shape list{.type = Type::list, .of = {shape_of<typename Of::value_type>()}};
    if constexpr (requires { std::tuple_size<Of>::value; }) {
      list.length = std::tuple_size<Of>::value;
    }
    return list;
  }
}

}  // namespace warpshop::result
