#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/result/value.hpp"

/// A figure is described once: by a tag, which ends in its unit, a sentence, and how it is read from a result. JSON,
/// CSV, tables, docs/schema and docs/csv.md are made from that.
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

/// What is done with the values of an object, which it may take.
using Take = std::function<void(Value& values)>;

/// The unit that a tag ends in: `ms` of makespan_ms. Empty: none.
std::string_view unit_of(std::string_view tag);

/// What getter says of an object, or of what the object is a view `of`. getter: a member, or a function.
template <class From, class Getter>
requires std::is_invocable_v<Getter, const From&>
decltype(auto) read(const From& from, const Getter& getter) {
  return std::invoke(getter, from);
}
template <class From, class Getter>
requires(!std::is_invocable_v<Getter, const From&> &&
         std::is_invocable_v<Getter, decltype((std::declval<const From&>().of))>) decltype(auto)
    read(const From& from, const Getter& getter) {
  return std::invoke(getter, from.of);
}

template <class From>
class Fields;

template <class From>
struct Field {
  /// A value; an std::optional one may not be there.
  template <class Getter>
  requires requires(const From& from, const Getter& getter) { read(from, getter); }
  Field(std::string_view tag, std::string_view text, Getter getter, As as = {})
      : Field(tag, text, shape_of<std::remove_cvref_t<decltype(read(std::declval<const From&>(), getter))>>(), as,
              [getter](const From& from, Medium) { return value_of(read(from, getter)); }) {}

  /// An object of these fields, or (an std::optional) perhaps none, or a list: of such objects, or of what such an
  /// object is made of together with the whole, Of{from, element}.
  template <class Of, class Getter>
  Field(std::string_view tag, std::string_view text, const Fields<Of>& of, Getter getter, As as = {})
      : node{tag, text, {}, as, of.nodes()} {
    using Read = std::remove_cvref_t<decltype(read(std::declval<const From&>(), getter))>;
    constexpr bool kIsList = !std::is_same_v<Read, Of> && !AsOptional<Read>::value;
    node.shape.type = kIsList ? Type::list : Type::object;
    node.shape.optional = AsOptional<Read>::value || as.if_any;
    get = [of, getter](const From& from, Medium medium) {
      const auto& found = read(from, getter);
      if constexpr (kIsList) {
        Value list{std::vector<Value>{}};
        for (const auto& each : found) {
          list.list().push_back(of.values(row<Of>(from, each), medium));
        }
        return list;
      } else if constexpr (AsOptional<Read>::value) {
        return found ? of.values(*found, medium) : Value{};
      } else {
        return of.values(found, medium);
      }
    };
    if constexpr (kIsList) {
      count = [getter](const From& from) { return std::size_t{std::size(read(from, getter))}; };
      elements = [of, getter](const From& from, std::size_t first, std::size_t end, Medium medium, const Take& take) {
        const auto& found = read(from, getter);
        Value values{std::vector<Value>{}};
        for (std::size_t i = first; i < end; ++i) {
          of.put_values(row<Of>(from, found[i]), medium, values.list());
          take(values);
        }
      };
    }
  }

  /// Fields of a part, as fields of the whole; of one that may not be there (an std::optional) none is required.
  template <class Of, class Getter>
  Field(const Fields<Of>& of, Getter getter) {
    for (const Field<Of>& field : of.all()) {
      Field& added = in_place.emplace_back();
      added.node = field.node;
      if constexpr (AsOptional<std::remove_cvref_t<decltype(read(std::declval<const From&>(), getter))>>::value) {
        added.node.shape.optional = true;
        added.get = [get = field.get, getter](const From& from, Medium medium) {
          const auto& found = read(from, getter);
          return found ? get(*found, medium) : Value{};
        };
      } else {
        added.get = [get = field.get, getter](const From& from, Medium medium) {
          return get(read(from, getter), medium);
        };
      }
    }
  }
  Field() = default;

  Node node;
  /// What it is; nothing for an empty one that is kIfAny.
  Value value(const From& from, Medium medium) const { return without_empty(get(from, medium), node.as); }
  std::function<Value(const From&, Medium)> get;  ///< the value, empty or not
  std::function<std::size_t(const From&)> count;  ///< of a list of objects, how many
  /// Those from first to before end, one after the other in the same place: a million of them take no memory.
  std::function<void(const From&, std::size_t first, std::size_t end, Medium, const Take& take)> elements;
  std::vector<Field> in_place;

 private:
  /// What all values have in common; compiled once.
  [[gnu::noinline]] Field(std::string_view tag, std::string_view text, Shape shape, const As& as,
                          std::function<Value(const From&, Medium)> getter)
      : node{tag, text, std::move(shape), as}, get(std::move(getter)) {
    node.shape.optional |= as.if_any;
  }

  template <class Of, class Each>
  static decltype(auto) row(const From& from, const Each& each) {
    if constexpr (std::is_same_v<Each, Of>) {
      return each;
    } else {
      return Of{from, each};
    }
  }
  static Value without_empty(Value value, const As& as) {
    if (as.if_any) {
      const bool empty = std::visit(
          [](const auto& is) {
            if constexpr (requires { is.empty(); }) {
              return is.empty();
            } else {
              return false;
            }
          },
          value.is);
      return empty ? Value{} : std::move(value);
    }
    return value;
  }
};

/// What there is to say of a From.
template <class From>
class Fields {
 public:
  Fields(std::initializer_list<Field<From>> fields) {
    std::vector<Field<From>> all;
    for (const Field<From>& field : fields) {
      if (field.in_place.empty()) {
        all.push_back(field);
      } else {
        all.insert(all.end(), field.in_place.begin(), field.in_place.end());
      }
    }
    all_ = std::make_shared<const std::vector<Field<From>>>(std::move(all));
  }

  const std::vector<Field<From>>& all() const { return *all_; }
  std::vector<Node> nodes() const {
    std::vector<Node> nodes;
    nodes.reserve(all_->size());
    for (const Field<From>& field : *all_) {
      nodes.push_back(field.node);
    }
    return nodes;
  }
  /// Nothing for what the medium does not have.
  Value values(const From& from, Medium medium) const {
    std::vector<Value> values;
    put_values(from, medium, values);
    return {std::move(values)};
  }
  void put_values(const From& from, Medium medium, std::vector<Value>& values) const {
    values.resize(all_->size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Field<From>& field = (*all_)[i];
      values[i] = field.node.is_in(medium) ? field.value(from, medium) : Value{};
    }
  }

 private:
  std::shared_ptr<const std::vector<Field<From>>> all_;
};

}  // namespace warpshop::result
