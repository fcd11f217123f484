#include "sim/io/sweep/read_sweep.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "sim/io/sweep/decode_axes.hpp"
#include "sim/io/sweep/decode_sets.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/io/yaml/yaml_node.hpp"

namespace warpshop::io {

SweepSpec read_sweep(Text text) {
  constexpr std::array<std::string_view, 4> kNeeded{"schema", "name", "axes", "policies"};
  constexpr std::array<std::string_view, 9> kKeys{"schema", "name", "tasks",    "sets",  "clients",
                                                  "axes",   "only", "policies", "refine"};
  TopLevel top_level{.schema = "warpshop.sweep/1", .what = "a sweep", .known = kKeys, .needed = kNeeded};
  const YamlNode root = read_map(text, top_level);
  SweepSpec spec;
  spec.file = text.file;
  spec.name = name(*find_value(root, "name"));
  if (const YamlNode* clients = find_value(root, "clients")) {
    decode_clients_of(root, *clients, spec);
  } else {
    decode_sets_and_tasks(root, spec);
  }
  decode_axes(*find_value(root, "axes"), spec);
  if (const YamlNode* only = find_value(root, "only")) {
    decode_only(*only, spec);
  }
  DecodedAxis policies = decode_axis("policies", *find_value(root, "policies"));
  spec.policies = std::move(policies.axis.values);
  spec.policy_marks = std::move(policies.marks);
  return spec;
}

}  // namespace warpshop::io
