#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/result/value.hpp"

/// What is said of a field beside how it is read: a tag, a sentence, and what is special about it.
namespace warpshop::result {

enum class Medium : std::uint8_t { any, json, csv, table };  ///< table: for people, on a terminal or a page

/// What is special about a field, see below.
struct As {
  bool null = false, if_any = false, rows = false, lines = false, flat = false, some = false;
  bool named = false, shown = false, wraps = false, names = false, right = false, marks = false;
  Medium only = Medium::any;
  std::string_view column = {}, limits = {}, show = {}, title = {}, none = {};
  int drop = 0;
};
inline constexpr As kNull{.null = true};     ///< JSON has null where there is nothing; else it is left out there
inline constexpr As kIfAny{.if_any = true};  ///< an empty list or text is nothing
inline constexpr As kRows{.rows = true};     ///< of a list of objects: CSV has a line for each
inline constexpr As kLines{.lines = true};   ///< JSON writes each on a line, as it is made; such lists stand last
inline constexpr As kFlat{.flat = true};     ///< of an object: columns of its fields are not called TAG_…
inline constexpr As kSome{.some = true};     ///< a list that is never empty
inline constexpr As kJsonOnly{.only = Medium::json};
inline constexpr As kCsvOnly{.only = Medium::csv};
inline constexpr As kTableOnly{.only = Medium::table};
inline constexpr As kNamed{.named = true};  ///< of a list: each element has a column, which the result names

/// Its name in CSV, if that is not the tag; of a list of fixed length one for each element, with commas.
constexpr As column(std::string_view name) {
  return {.column = name};
}
/// More keywords of JSON Schema; of a list they are about its elements.
constexpr As limits(std::string_view keywords) {
  return {.limits = keywords};
}
inline constexpr As kPositive = limits(R"("minimum": 1)");
inline constexpr As kNotNegative = limits(R"("minimum": 0)");

/// Tables for people have it, as fmt writes it; a fraction in per cent by `{:.1f} %` and `{:+.1f} %`; `~3`: to three
/// decimals, or as many as show anything. drop: on a terminal, see report::Fit; below 0: on pages alone. title: what
/// they call it, if that is not the tag.
constexpr As show(std::string_view format, int drop = 0, std::string_view title = {}) {
  return {.shown = true, .show = format, .title = title, .drop = drop};
}
/// Text or a whole number, as it is.
constexpr As show(int drop = 0, std::string_view title = {}) {
  return show("{}", drop, title);
}
/// A name that others gave: cut where it is very long, wrapped where there is no room.
constexpr As show_name(int drop = 0, std::string_view title = {}) {
  return {.shown = true, .wraps = true, .names = true, .show = "{}", .title = title, .drop = drop};
}
/// What tables call it, if that is not the tag.
constexpr As title(std::string_view text) {
  return {.title = text};
}
/// What tables have where there is nothing.
constexpr As none(std::string_view text) {
  return {.none = text};
}
inline constexpr As kRight{.right = true};                 ///< text that stands on the right
inline constexpr As kMarks{.shown = true, .marks = true};  ///< no column: rows of which it is true stand out

/// Both.
constexpr As operator|(As a, As b) {
  const auto either = [](std::string_view one, std::string_view other) { return one.empty() ? other : one; };
  return {.null = a.null || b.null,
          .if_any = a.if_any || b.if_any,
          .rows = a.rows || b.rows,
          .lines = a.lines || b.lines,
          .flat = a.flat || b.flat,
          .some = a.some || b.some,
          .named = a.named || b.named,
          .shown = a.shown || b.shown,
          .wraps = a.wraps || b.wraps,
          .names = a.names || b.names,
          .right = a.right || b.right,
          .marks = a.marks || b.marks,
          .only = a.only == Medium::any ? b.only : a.only,
          .column = either(a.column, b.column),
          .limits = either(a.limits, b.limits),
          .show = either(a.show, b.show),
          .title = either(a.title, b.title),
          .none = either(a.none, b.none),
          .drop = a.drop + b.drop};
}

/// What is known of a field but how to read it.
struct Node {
  std::string_view tag;
  std::string_view text;
  Shape shape;
  As as;
  std::vector<Node> parts = {};  ///< fields of an object, or of each object of a list

  bool is_in(Medium medium) const {
    return medium == Medium::table ? as.shown || std::any_of(parts.begin(), parts.end(),
                                                             [](const Node& part) { return part.is_in(Medium::table); })
                                   : as.only == Medium::any || as.only == medium;
  }
  bool is_list_of_objects() const { return shape.type == Type::list && !parts.empty(); }
};

/// The unit that a tag ends in: `ms` of makespan_ms. Empty: none.
std::string_view unit_of(std::string_view tag);

}  // namespace warpshop::result
