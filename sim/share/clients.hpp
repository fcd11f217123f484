#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::share {

/// The process that a task's kernel belongs to: its `family`; a task without one is a process of its own.
std::uint32_t client_of(const Instance& instance, std::uint32_t task);

/// All clients with kernels, in the order in which the workload first names them.
std::vector<std::uint32_t> clients(const Instance& instance);

}  // namespace warpshop::share
