#pragma once

#include "sim/learn/table.hpp"

namespace warpshop::learn {

/// The linear function, with a constant, of least squared error over the rows. A feature that those before it and the
/// constant make up already, to 1e-9 of itself, has no part in it; nor has one that would need more rows than there
/// are. Requires rows.
Regressor linear_regressor(const Table& table);

}  // namespace warpshop::learn
