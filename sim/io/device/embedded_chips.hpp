#pragma once

#include <string_view>

namespace warpshop::io {

/// devices/chips.yaml and devices/links.yaml as they were when the program was built.
std::string_view embedded_chips();
std::string_view embedded_links();

}  // namespace warpshop::io
