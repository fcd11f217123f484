#pragma once

#include <string>
#include <string_view>

#include "sim/io/yaml/quantity.hpp"
#include "sim/model/units.hpp"

namespace warpshop::io {

/// ns, us, ms or s: the one in which the number is 1 … 999, or the nearest.
Unit unit_of(Millis duration);
/// B/s, kB/s, MB/s or GB/s, likewise.
Unit unit_of(BytesPerSecond bandwidth);

/// `value` of the model in a unit, such as `17.7 us`: the fewest digits that are read back as the same value.
/// value ≥ 0, finite, 0 or normal. A unit without name: the number alone.
std::string yaml_number(double value, const Unit& unit = {});

/// A size in the unit that needs the fewest digits: 48 KiB, 1 MB, 1001 B. size ≥ 0.
std::string yaml_size(Bytes size);

/// `text` as a scalar, or a key outside brackets: in quotes where plain text could be taken for
/// anything else, and escapes for what does not show. All in one line. A byte that is not UTF-8 becomes U+FFFD.
std::string yaml_text(std::string_view text, bool in_brackets = false);

}  // namespace warpshop::io
