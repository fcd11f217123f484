#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/client.hpp"
#include "sim/model/device.hpp"
#include "sim/model/kernel_model.hpp"
#include "sim/model/units.hpp"

namespace warpshop::io {

/// Whether a node is a number with a unit of time.
bool is_duration(const YamlNode& node);
/// Whether a node is a number with a unit of size.
bool is_size(const YamlNode& node);

/// Whether a text is a word of small letters, whatever its own case.
bool is_word(std::string_view text, std::string_view word);
/// Whether YAML 1.1 reads a text as true or false, whatever its case.
bool is_yaml_boolean(std::string_view text);

// What a node says, as a value of the model. All throw InputError at the node.

/// 0 … kLongestDuration, rounded once: 17.7 us is the double nearest to 0.0177 ms. Units ns, us (or µs), ms, s.
Millis duration(const YamlNode& node);

/// The same, above 0.
Millis duration_above_zero(const YamlNode& node);

/// A whole number of bytes, 0 … 2^53. Units B, kB, KiB, MB, MiB, GB, GiB.
Bytes size(const YamlNode& node);

/// Whichever of the two the unit says.
std::variant<Millis, Bytes> duration_or_size(const YamlNode& node);

/// The duration of a kernel: a size is refused with a word of its own.
Millis kernel_duration(const YamlNode& node);

/// A size per second, `lowest` … 1e18 B/s.
BytesPerSecond bandwidth(const YamlNode& node, BytesPerSecond lowest = {1});

/// A number with /ns, /us, /ms or /s, such as 12.5 /ms: `lowest` … 1e15 /ms.
SubtasksPerMilli rate(const YamlNode& node, SubtasksPerMilli lowest = {1e-15});

/// Requests in a second: a number with /ns, /us, /ms or /s, 1e-12 … 1e18 /s, rounded once.
PerSecond per_second(const YamlNode& node);

/// A number with %, 0 % … 100 %, as a part of 1, rounded once: 99 % is the double nearest to 0.99.
double percent(const YamlNode& node);

/// 0 … 1e9 W. Units mW, W, kW.
Watts power(const YamlNode& node);

/// SMs, or a part of one, above 0 and up to kMostSms, in whole millionths. Units SM, SMs.
SmAmount sm_amount(const YamlNode& node);

/// What limits a kernel: memory_bound or compute_bound.
Category category(const YamlNode& node);

/// Which of two words the text is, 0 or 1. Throws InputError: `is not WHAT, expected FIRST or SECOND`.
std::size_t one_of(const YamlNode& node, const std::array<std::string_view, 2>& words, std::string_view what);

/// Two whole numbers up to 99 with a dot between them, such as 8.0.
ComputeCapability compute_capability(const YamlNode& node);

/// A whole number in low … high, written without fraction and exponent.
std::int64_t whole_number(const YamlNode& node, std::int64_t low, std::int64_t high);

/// 0 … 1e15.
double number(const YamlNode& node);

/// 0 … 1.
double fraction(const YamlNode& node);

/// Above 0, at most `highest`.
double ratio(const YamlNode& node, double highest);

/// Text that is not empty, of characters that show (is_printable()); words that YAML may read as something else than
/// text (true, no, off, …) need quotes.
std::string name(const YamlNode& node);

}  // namespace warpshop::io
