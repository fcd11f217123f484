#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "sim/model/instance.hpp"
#include "tests/support/played_sms.hpp"

namespace warpshop::test {

/// The chip of a prepared instance, on which kernels are as fast as the co-run law says: by the name of their code,
/// that of the task given. The instance outlives it.
PlayedChip played_chip(const Instance& instance, std::map<std::string, std::uint32_t, std::less<>> task_of);

}  // namespace warpshop::test
