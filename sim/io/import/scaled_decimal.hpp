#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpshop::io {

/// A decimal number, such as `-12`, `1695835542514261.123` or `1.5e3`, times 10^places, rounded to the nearest whole
/// number, halves away from 0; exact where a double is not. Nothing if the text is no number, or the result is beyond
/// ±(2^63 - 1).
std::optional<std::int64_t> scaled_decimal(std::string_view text, int places);

}  // namespace warpshop::io
