#pragma once

#include <optional>
#include <string_view>

#include "sim/model/recorded_trace.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::io {

/// What the name of a copy says of it.
struct TorchCopy {
  std::optional<CommandKind> kind = {};  ///< nothing: from host to host
  std::optional<Memory> memory = {};     ///< of the host's side
};

/// Reads a name such as `Memcpy HtoD (Pageable -> Device)`, the only place where Kineto says what a copy does. Arrays
/// (HtoA, AtoD …) are memory of the device. Nothing: it is no such name.
std::optional<TorchCopy> torch_copy(std::string_view name);

}  // namespace warpshop::io
