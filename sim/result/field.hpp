#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/result/getter.hpp"
#include "sim/result/node.hpp"
#include "sim/result/value.hpp"

/// A figure is described once: by a tag, which ends in its unit, a sentence, and how it is read from a result. JSON,
/// CSV, tables, docs/schema and docs/csv.md are made from that.
namespace warpshop::result {

/// What is done with the values of an object, which it may take.
using Take = std::function<void(Value& values)>;

/// How parts of an object are read from it.
struct PartsReader {
  Getter getter;
  ReadParts read = nullptr;
};

/// A field of objects of a type that is left out. `from` is such an object.
struct AnyField {
  Node node;
  std::vector<PartsReader> inside = {};  ///< of a field in place: how to get from the whole to what it is a field of
  Getter getter;
  ReadValue read_value = nullptr;  ///< null: it is an object, or a list of them
  ReadParts read_parts = nullptr;
  std::shared_ptr<const std::vector<AnyField>> of = nullptr;  ///< fields of such an object

  /// What it is; nothing for an empty one that is kIfAny.
  Value value(const void* from, Medium medium) const;
  /// Of a list of objects, how many.
  std::size_t count(const void* from) const;
  /// Those from first to before end, one after the other in the same place: a million of them take no memory.
  void elements(const void* from, std::size_t first, std::size_t end, Medium medium, const Take& take) const;
};

/// The value of each, nothing for what the medium does not have.
void put_values(const std::vector<AnyField>& fields, const void* from, Medium medium, std::vector<Value>& values);

/// Fields of objects of a type that is left out.
class AnyFields {
 public:
  const std::vector<AnyField>& all() const { return *all_; }
  const std::shared_ptr<std::vector<AnyField>>& shared() const { return all_; }
  std::vector<Node> nodes() const;

 protected:
  std::shared_ptr<std::vector<AnyField>> all_ = std::make_shared<std::vector<AnyField>>();
};

/// What a line of a description says, as long as the list of lines is built. It owns nothing: lists of it compile fast.
struct FieldLine {
  const char* tag = nullptr;  ///< null: fields in place
  const char* text = nullptr;
  Getter getter;
  ReadValue read_value = nullptr;  ///< null: it is an object, a list of them, or fields in place
  ReadParts read_parts = nullptr;
  Shape (*shape)() = nullptr;     ///< of a value
  const AnyFields* of = nullptr;  ///< of what is no value
  bool is_list = false;
  bool is_optional = false;
  const As* as = nullptr;  ///< null: of fields in place

  void add_to(std::vector<AnyField>& fields) const;
};

template <class From>
class Fields;

inline constexpr As kPlain{};

/// A line of Fields. getter is small: it holds a member, a number or two.
template <class From>
struct Field {
  template <class Get>
  using Read = std::remove_cvref_t<decltype(read(std::declval<const From&>(), std::declval<const Get&>()))>;

  /// A value; an std::optional one may not be there.
  template <class Get>
  Field(const char* tag, const char* text, Get getter, const As& as = kPlain)
      : line{.tag = tag,
             .text = text,
             .getter = Getter(getter),
             .read_value = read_value<From, Get>,
             .shape = shape_of<Read<Get>>,
             .as = &as} {}

  /// An object of these fields, or (an std::optional) perhaps none, or a list: of such objects, or of what such an
  /// object is made of together with the whole, Of{from, element}.
  template <class Of, class Get>
  Field(const char* tag, const char* text, const Fields<Of>& of, Get getter, const As& as = kPlain)
      : line{.tag = tag,
             .text = text,
             .getter = Getter(getter),
             .read_parts = read_parts<From, Of, Get>,
             .of = &of,
             .is_list = !std::is_same_v<Read<Get>, Of> && !AsOptional<Read<Get>>::value,
             .is_optional = AsOptional<Read<Get>>::value,
             .as = &as} {}

  /// Fields of a part, as fields of the whole; of one that may not be there (an std::optional) none is required.
  template <class Of, class Get>
  Field(const Fields<Of>& of, Get getter)
      : line{.getter = Getter(getter),
             .read_parts = read_parts<From, Of, Get>,
             .of = &of,
             .is_optional = AsOptional<Read<Get>>::value} {}

  FieldLine line;
};

/// What there is to say of a From.
template <class From>
class Fields : public AnyFields {
 public:
  Fields(std::initializer_list<Field<From>> fields) {
    all_->reserve(fields.size());
    for (const Field<From>& field : fields) {
      field.line.add_to(*all_);
    }
  }
  /// Nothing for what the medium does not have.
  Value values(const From& from, Medium medium) const {
    Value values{std::vector<Value>{}};
    put_values(all(), &from, medium, values.list());
    return values;
  }
};

}  // namespace warpshop::result
