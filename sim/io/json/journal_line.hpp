#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "sim/model/validation.hpp"

namespace warpshop::io {
/// How every line of a journal starts.
inline constexpr std::string_view kJournalOpening = R"({"schema":"warpshop.journal/1",)";

/// A line of a journal, without its end. Requires samples from 1e-9 to 1e15 ms.
std::string journal_line(const std::string& key, const MeasuredSamples& samples);

/// Whether the last line of a file was cut short while it was written: no JSON, but the start of a line. behind_others:
/// there are lines before it; else it has to show all of kJournalOpening, as any file may start with less.
bool is_cut_journal_line(std::string_view line, bool behind_others);

/// The key and samples of a line. Throws InputError at the line and the column of what is wrong: no JSON, another
/// schema, an unknown, repeated or missing key, a key that is not 16 hexadecimal digits, samples that are not numbers
/// from 1e-9 to 1e15 ms, a list without samples, a rival with both samples and a problem or neither, positions
/// that do not increase.
std::pair<std::string, MeasuredSamples> parse_journal_line(std::string_view line, const std::string& file,
                                                           std::uint32_t number);

}  // namespace warpshop::io
