#pragma once

#include <string>
#include <string_view>

namespace warpshop::io {

/// What a kernel is called in a workload: its demangled name without return type, template arguments, parameters and
/// namespaces, at most 40 bytes of letters, digits and `_`; `kernel` where nothing is left, or
/// where it holds a path.
std::string short_name(std::string_view demangled);

}  // namespace warpshop::io
