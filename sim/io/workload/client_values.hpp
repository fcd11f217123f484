#pragma once

#include <string>

#include "sim/io/yaml/group_reader.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/client.hpp"

// What a client's entry says beside its tasks: how it is read, and written such that it is read back as the same value.
namespace warpshop::io {

// All throw InputError at the node, or in a file that it names.

/// A map with poisson, every, closed, at_once or recorded: that is a list of times, or a file of them, named from where
/// the workload's file is.
void read_field(const YamlNode& node, Arrivals& arrivals, const Measured& at);
/// A map with latency, rate, fps (frames, which are requests, in a second) or speed, which may be called share.
void read_field(const YamlNode& node, Goal& goal, const Measured& at);
/// online or offline.
void read_field(const YamlNode& node, ClientClass& kind, const Measured& at);
/// So many SMs above 0, in millionths of one.
void read_field(const YamlNode& node, SmAmount& amount, const Measured& at);
/// `exponential`, or a list of {part, mean}, whose parts add up to 1 (within 1e-9).
void read_field(const YamlNode& node, Demand& demand, const Measured& at);

std::string arrivals_text(const Arrivals& arrivals);
std::string goal_entry(const Goal& goal);
/// demand: not empty.
std::string demand_text(const Demand& demand);

}  // namespace warpshop::io
