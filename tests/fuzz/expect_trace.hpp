#pragma once

#include "sim/model/recorded_trace.hpp"

namespace warpshop::test {

/// What sim/model/recorded_trace.hpp says of every recording; throws std::logic_error that says what does not hold.
void expect_trace(const RecordedTrace& trace);

}  // namespace warpshop::test
