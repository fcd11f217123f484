#pragma once

#include <cstdint>
#include <string_view>

#include "sim/io/yaml/document_text.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {

/// Tools whose output people keep, and send to each other, to say what their GPU does.
enum class ReportTool : std::uint8_t { nvbandwidth, bandwidth_test, device_query, nvidia_smi };

/// What `warpshop import` calls it: `nvidia-smi`.
std::string_view import_name(ReportTool tool);
/// What people run: `nvidia-smi -q`.
std::string_view tool_name(ReportTool tool);

/// Where the output of a tool begins in a text, which may have others as well. Throws InputError, at what it is
/// instead, or at its start: there is none.
Mark place_of_report(const Text& text, ReportTool tool);

/// Throws InputError, which says what imports it, if a text that is no YAML is the output of such a tool.
void refuse_report(const Text& text);

}  // namespace warpshop::io
