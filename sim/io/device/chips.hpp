#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/io/yaml/document_text.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/chip_table.hpp"

namespace warpshop::io {

/// devices/chips.yaml and devices/links.yaml as they were when the program was built.
const ChipTable& chips();

/// Their names.
std::vector<std::string> chip_names();

/// Reads a table (`schema: warpshop.chips/1`) and its links (`warpshop.links/1`), see devices/README.md. Throws
/// InputError at what is wrong: also a chip of a compute capability, link or MIG table that is not there.
ChipTable read_chips(Text chips, Text links);

/// The profile of a chip on a link as YAML, see warpshop::profile_of().
std::string profile_text(const ChipModel* chip, const LinkModel* link);

/// Fills in what a profile that says `sm: {chip: …}` does not say of that chip: `sm`, `memory`, `compute_capability`.
/// Throws InputError: an unknown chip.
void fill_in_chip(YamlNode& profile);

/// devices/chips.yaml and devices/links.yaml as they were when the program was built.
std::string_view embedded_chips();
std::string_view embedded_links();

}  // namespace warpshop::io
