#include "sim/result/field.hpp"

#include <limits>
#include <span>
#include <utility>
#include <variant>

namespace warpshop::result {
namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

/// Shows what a field is a field of: of one in place what lies so deep inside.
void visit_owner(std::span<const PartsReader> inside, const void* from, const Visitor& visit) {
  if (inside.empty()) {
    visit(from);
  } else if (inside.size() == 1) {
    inside[0].read(inside[0].getter, from, 0, 1, visit);
  } else {
    inside[0].read(inside[0].getter, from, 0, 1,
                   [&](const void* part) { visit_owner(inside.subspan(1), part, visit); });
  }
}

bool is_empty(const Value& value) {
  return std::visit(
      [](const auto& is) {
        if constexpr (requires { is.empty(); }) {
          return is.empty();
        } else {
          return false;
        }
      },
      value.is);
}

/// The values of an object, in their order.
Value object(const std::vector<AnyField>& fields, const void* from, Medium medium) {
  Value values{std::vector<Value>{}};
  put_values(fields, from, medium, values.list());
  return values;
}

Value value_in(const AnyField& field, const void* owner, Medium medium) {
  if (field.read_value != nullptr) {
    Value value = field.read_value(field.getter, owner);
    return field.node.as.if_any && is_empty(value) ? Value{} : std::move(value);
  }
  Value value;
  if (field.node.shape.type == Type::list) {
    std::vector<Value> list;
    field.read_parts(field.getter, owner, 0, kAll,
                     [&](const void* part) { list.push_back(object(*field.of, part, medium)); });
    if (!list.empty() || !field.node.as.if_any) {
      value.is = std::move(list);
    }
  } else {
    field.read_parts(field.getter, owner, 0, 1, [&](const void* part) { value = object(*field.of, part, medium); });
  }
  return value;
}

}  // namespace

Value AnyField::value(const void* from, Medium medium) const {
  if (inside.empty()) {
    return value_in(*this, from, medium);
  }
  Value value;
  visit_owner(inside, from, [&](const void* owner) { value = value_in(*this, owner, medium); });
  return value;
}

std::size_t AnyField::count(const void* from) const {
  std::size_t found = 0;
  visit_owner(inside, from, [&](const void* owner) { found = read_parts(getter, owner, 0, 0, [](const void*) {}); });
  return found;
}

void AnyField::elements(const void* from, std::size_t first, std::size_t end, Medium medium, const Take& take) const {
  Value values{std::vector<Value>{}};
  visit_owner(inside, from, [&](const void* owner) {
    read_parts(getter, owner, first, end, [&](const void* part) {
      put_values(*of, part, medium, values.list());
      take(values);
    });
  });
}

void put_values(const std::vector<AnyField>& fields, const void* from, Medium medium, std::vector<Value>& values) {
  values.resize(fields.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const AnyField& field = fields[i];
    if (!field.node.is_in(medium)) {
      values[i].is = std::monostate{};
    } else if (field.read_value != nullptr && field.inside.empty() && !field.node.as.if_any) {
      values[i] = field.read_value(field.getter, from);  // as most are
    } else {
      values[i] = field.value(from, medium);
    }
  }
}

std::vector<Node> AnyFields::nodes() const {
  std::vector<Node> nodes;
  nodes.reserve(all_->size());
  for (const AnyField& field : *all_) {
    nodes.push_back(field.node);
  }
  return nodes;
}

void FieldLine::add_to(std::vector<AnyField>& fields) const {
  if (tag == nullptr) {
    fields.reserve(fields.capacity() + of->all().size());
    for (AnyField field : of->all()) {
      field.node.shape.optional |= is_optional;
      field.inside.insert(field.inside.begin(), PartsReader{getter, read_parts});
      fields.push_back(std::move(field));
    }
    return;
  }
  AnyField& field = fields.emplace_back();
  field.node = {.tag = tag, .text = text, .shape = {}, .as = *as};
  field.getter = getter;
  field.read_value = read_value;
  field.read_parts = read_parts;
  if (of == nullptr) {
    field.node.shape = shape();
  } else {
    field.node.shape.type = is_list ? Type::list : Type::object;
    field.node.shape.optional = is_optional;
    field.node.parts = of->nodes();
    field.of = of->shared();
  }
  field.node.shape.optional |= as->if_any;
}

}  // namespace warpshop::result
