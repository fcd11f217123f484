#pragma once

#include <ostream>

#include "sim/result/format.hpp"
#include "sim/result/kinds.hpp"

namespace warpshop::io {

/// `{"schema":"warpshop.KIND/1", …}`, a line; lists that are described as `lines` are written one by one, an element a
/// line.
void write(std::ostream& out, const format::Json& format, const result::Described& described);

/// Whatever is described in sim/result.
template <result::HasKind Result>
void print(std::ostream& out, const format::Json& format, const Result& shown) {
  const auto& view = result::viewed(shown);
  write(out, format, result::kind_of(&shown).describe(view));
}

}  // namespace warpshop::io
