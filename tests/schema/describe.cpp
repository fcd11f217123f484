// Writes docs/schema/KIND.json and the tables of docs/csv.md from what is described in sim/result.
// usage: describe ROOT [check]   check: writes nothing, says what is not as it would be; exit status 1 then

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/result/kinds.hpp"

namespace {

using namespace warpshop::result;

std::string quoted(std::string_view text) {
  std::string json = "\"";
  for (const char byte : text) {
    json.append(byte == '"' || byte == '\\' ? "\\" : "").append(1, byte);
  }
  return json + '"';
}

/// With the unit behind its first part.
std::string sentence(const Node& node) {
  const std::string_view unit = unit_of(node.tag);
  std::string text(node.text);
  const std::size_t end = std::min({text.find(" ("), text.find(';'), text.find(':'), text.size()});
  return text.insert(end, unit.empty() ? "" : fmt::format(", {}", unit));
}

/// `"type": "integer", "minimum": 0`
std::string type_of(const Shape& shape, bool null, std::string_view more, bool some = false) {
  static constexpr std::string_view kNames[] = {"boolean", "integer", "number", "string", "array", "object", "object"};
  const std::string name = quoted(kNames[static_cast<std::size_t>(shape.type)]);
  std::string text = fmt::format("\"type\": {}", null ? fmt::format("[{}, \"null\"]", name) : name);
  if (shape.is_unsigned && more.find("\"minimum\"") == std::string_view::npos) {
    text += ", \"minimum\": 0";
  }
  if (some) {
    text += ", \"minItems\": 1";
  }
  if (shape.length > 0) {
    text += fmt::format(", \"minItems\": {0}, \"maxItems\": {0}", shape.length);
  }
  if (more.starts_with("\"minItems\"")) {
    text += fmt::format(", {}", std::exchange(more, ""));
  }
  if (shape.type == Type::named) {
    const Shape& each = shape.of.front();
    return text + fmt::format(", \"additionalProperties\": {{{}}}", type_of(each, each.optional, more));
  }
  if (shape.type == Type::list && !shape.of.empty()) {
    return text + fmt::format(", \"items\": {{{}}}", type_of(shape.of.front(), shape.of.front().optional, more));
  }
  return text + (more.empty() ? "" : ", ") + std::string(more);
}

std::string properties(const std::vector<Node>& nodes, const std::string& indent, const std::string& first = "");

std::string property(const Node& node, const std::string& indent) {
  const std::string description = fmt::format("\"description\": {}", quoted(sentence(node)));
  const bool null = node.as.null || node.shape.null;
  if (node.parts.empty()) {
    return fmt::format("{{{}, {}}}", type_of(node.shape, null, node.as.limits, node.as.some), description);
  }
  const std::string inner = indent + "  ";
  const std::string more = node.as.limits.empty() ? "" : fmt::format("{},\n", node.as.limits);
  if (node.shape.type == Type::object) {
    return fmt::format("{{\n{0}{1},\n{0}{2},\n{0}{3}{4}\n{5}}}", inner, type_of(node.shape, null, ""), description,
                       more, properties(node.parts, inner), indent);
  }
  return fmt::format("{{\n{0}{1},\n{0}{2},\n{0}\"items\": {{\n{0}  \"type\": \"object\",\n{0}  {3}{4}\n{0}}}\n{5}}}",
                     inner, type_of({.type = Type::list}, null, "", node.as.some), description,
                     more.empty() ? "" : more + inner + "  ", properties(node.parts, inner + "  "), indent);
}

/// What objects of these fields have, and nothing else.
std::string properties(const std::vector<Node>& nodes, const std::string& indent, const std::string& first) {
  std::vector<std::string> required;
  std::vector<std::string> lines;
  if (!first.empty()) {
    required.emplace_back("\"schema\"");
    lines.push_back(first);
  }
  for (const Node& node : nodes) {
    if (node.is_in(Medium::json)) {
      lines.push_back(fmt::format("{}  {}: {}", indent, quoted(node.tag), property(node, indent + "  ")));
      if (node.as.null || !node.shape.optional) {
        required.push_back(quoted(node.tag));
      }
    }
  }
  return fmt::format("\"additionalProperties\": false,\n{0}\"required\": [{1}],\n{0}\"properties\": {{\n{2}\n{0}}}",
                     indent, fmt::join(required, ", "), fmt::join(lines, ",\n"));
}

std::string schema(const Form& form) {
  const std::string first = fmt::format(
      "    \"schema\": {{\"const\": \"warpshop.{}/1\", \"description\": \"kind and version of the document\"}}",
      form.name);
  return fmt::format(
      "{{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"$id\": \"{0}.json\",\n"
      "  \"title\": {1},\n  \"type\": \"object\",\n  {2}\n}}\n",
      form.name, quoted(fmt::format("warpshop.{}/1: {}", form.name, form.title)), properties(form.nodes, "  ", first));
}

std::string table(const Form& form) {
  const std::vector<Column> columns = columns_of(form);
  std::string text = "| column | what |\n| --- | --- |\n";
  for (auto column = columns.begin(); column != columns.end();) {
    const Node* node = column->node;
    std::vector<std::string> names;
    for (; column != columns.end() && column->node == node; ++column) {
      names.push_back(node->as.named ? fmt::format("a column for each of the {}", column->name)
                                     : fmt::format("`{}`", column->name));
    }
    std::string what = sentence(*node);
    for (std::size_t at = 0; (at = what.find('|', at)) != std::string::npos; at += 2) {
      what.insert(at, "\\");
    }
    text += fmt::format("| {} | {} |\n", fmt::join(names, ", "), what);
  }
  return text;
}

/// The page with that table below the heading of its command, instead of the one that is there.
std::string with_table(const std::string& page, const Form& form) {
  const std::size_t heading = page.find(fmt::format("\n## `warpshop {}`\n", form.command));
  const std::size_t begin = page.find("\n|", heading);
  if (heading == std::string::npos || begin == std::string::npos) {
    throw std::runtime_error(fmt::format("docs/csv.md has no table for {}", form.command));
  }
  std::size_t end = begin + 1;
  while (end < page.size() && page[end] == '|') {
    end = page.find('\n', end) + 1;
  }
  return page.substr(0, begin + 1) + table(form) + page.substr(end);
}

std::string read_file(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int count, char** arguments) {
  const std::span<char*> words(arguments, static_cast<std::size_t>(count));
  const std::string docs = std::string(words.size() > 1 ? words[1] : ".") + "/docs/";
  const bool checks = words.size() > 2 && words[2] == std::string_view("check");
  bool current = true;
  const auto keep = [&](const std::string& path, const std::string& text) {
    if (checks && read_file(path) != text) {
      std::cout << path << ": is not what sim/result describes: build the target describe_results\n";
      current = false;
    } else if (!checks) {
      std::ofstream(path) << text;
    }
  };
  std::string page = read_file(docs + "csv.md");
  for (const Form* form : forms()) {
    if (!form->title.empty()) {
      keep(fmt::format("{}schema/{}.json", docs, form->name), schema(*form));
    }
    if (!form->command.empty()) {
      page = with_table(page, *form);
    }
  }
  keep(docs + "csv.md", page);
  return current ? 0 : 1;
}
