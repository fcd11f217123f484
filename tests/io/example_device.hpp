#pragma once

#include <cstddef>
#include <string>

#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {

/// The profile that devices/README.md shows: it uses every key.
inline std::string example_device() {
  const std::string page = test::content_of(WARPSHOP_SOURCE_DIR "/devices/README.md");
  const std::string start = "```yaml\n";
  const std::size_t from = page.find(start) + start.size();
  return page.substr(from, page.find("```", from) - from);
}

}  // namespace warpshop::io
