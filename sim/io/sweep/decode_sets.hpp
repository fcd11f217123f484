#pragma once

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/sweep_spec.hpp"

namespace warpshop::io {

/// Sets, and the tasks that they are made of. Throws InputError.
void decode_sets_and_tasks(const YamlNode& root, SweepSpec& spec);

/// `clients: FILE`: the file of their workload, in place of sets and tasks. Throws InputError.
void decode_clients_of(const YamlNode& root, const YamlNode& clients, SweepSpec& spec);

}  // namespace warpshop::io
