#pragma once

#include "sim/evaluate/closed_form/prefixes_of_durations.hpp"
#include "sim/evaluate/closed_form/prefixes_with_latencies.hpp"
