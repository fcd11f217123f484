#pragma once

#include "sim/evaluate/closed_form/prefix_of_durations.hpp"
#include "sim/evaluate/closed_form/prefix_with_latencies.hpp"
