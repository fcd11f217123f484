#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// The commands of one GPU alone, the one asked for or else the one with most of them, and what the trace says of it.
/// Calls and spans are of the host: all stay. others: commands that are left out. Throws InputError: there is none.
RecordedTrace of_one_gpu(RecordedTrace trace, std::optional<std::uint32_t> asked, std::size_t& others);

/// Sums of times of a recording are to fit 64 bits. Throws InputError.
void check_span(const RecordedTrace& trace);

}  // namespace warpshop::io
