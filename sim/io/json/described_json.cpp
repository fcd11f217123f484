#include "sim/io/json/described_json.hpp"

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "sim/io/json/json_parts.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::io {
namespace {

using result::Medium;
using result::Node;
using result::Value;

Json json_of(const Node& node, Value value);

void add(Json& json, const Node& node, Value value) {
  if (node.is_in(Medium::json) && (node.as.null || !value.is_nothing())) {
    json[std::string(node.tag)] = json_of(node, std::move(value));
  }
}

Json object_of(const std::vector<Node>& fields, Value&& value) {
  Json json = Json::object();
  std::vector<Value>& values = value.list();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    add(json, fields[i], std::move(values[i]));
  }
  return json;
}

Json elements_of(const Node& node, std::vector<Value> values) {
  Json json = Json::array();
  for (Value& element : values) {
    json.push_back(node.parts.empty() ? json_of(node, std::move(element)) : object_of(node.parts, std::move(element)));
  }
  return json;
}

Json named_of(const Node& node, Value&& value) {
  const Node each{.tag = {}, .text = {}, .shape = node.shape.of.front(), .as = {}};
  Json json = Json::object();
  for (Value& named : value.list()) {
    const Json name = json_of({}, std::move(named.list().front()));
    json[name.get<std::string>()] = json_of(each, std::move(named.list().back()));
  }
  return json;
}

Json json_of(const Node& node, Value value) {
  if (node.shape.type == result::Type::named && !value.is_nothing()) {
    return named_of(node, std::move(value));
  }
  if (node.shape.type == result::Type::object && !value.is_nothing()) {
    return object_of(node.parts, std::move(value));
  }
  return std::visit(
      [&](auto& is) -> Json {
        using Is = std::remove_cvref_t<decltype(is)>;
        if constexpr (std::is_same_v<Is, std::monostate> || std::is_same_v<Is, std::nullptr_t>) {
          return nullptr;
        } else if constexpr (std::is_same_v<Is, std::vector<Value>>) {
          return elements_of(node, std::move(is));
        } else if constexpr (std::is_same_v<Is, std::string_view>) {
          return std::string(is);
        } else {
          return std::move(is);
        }
      },
      value.is);
}

}  // namespace

void add_origin(Json& json, const Basis& basis, const Origin& origin) {
  json.update(object_of(result::basis_fields().nodes(), result::basis_fields().values(basis, Medium::json)));
  json.update(object_of(result::origin_fields().nodes(), result::origin_fields().values(origin, Medium::json)));
}

void write(std::ostream& out, const format::Json& /*format*/, const result::Described& described) {
  const std::vector<Node>& nodes = described.form.nodes;
  Json head{{"schema", "warpshop." + std::string(described.form.name) + "/1"}};
  bool is_open = false;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].is_in(Medium::json)) {
      continue;
    }
    if (!nodes[i].as.lines) {
      add(head, nodes[i], described.get(i, Medium::json));
      continue;
    }
    if (!std::exchange(is_open, true)) {
      const std::string text = json_text(head);
      out << text.substr(0, text.size() - 1);
    }
    if (described.count(i) > 0 || !nodes[i].as.if_any) {
      out << ",\"" << nodes[i].tag << "\":[";
      const char* between = "\n";
      described.each(i, Medium::json, [&](Value& values) {
        out << std::exchange(between, ",\n") << json_text(object_of(nodes[i].parts, std::move(values)));
      });
      out << "\n]";
    }
  }
  out << (is_open ? "}" : json_text(head)) << '\n';
}

}  // namespace warpshop::io
