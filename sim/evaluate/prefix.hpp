#pragma once

#include "sim/evaluate/prefix_of_durations.hpp"
#include "sim/evaluate/prefix_with_latencies.hpp"
