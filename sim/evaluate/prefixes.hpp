#pragma once

#include "sim/evaluate/prefixes_of_durations.hpp"
#include "sim/evaluate/prefixes_with_latencies.hpp"
