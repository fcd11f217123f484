#include "sim/io/yaml/locator.hpp"

#include <algorithm>

#include "sim/model/utf8.hpp"

namespace warpshop::io {

Mark Locator::locate(std::size_t offset) {
  offset = std::min(offset, bytes_.size());
  if (offset < offset_) {
    offset_ = 0;
    mark_ = {1, 1};
  }
  for (; offset_ < offset; ++offset_) {
    const char byte = bytes_[offset_];
    if (byte == '\n') {
      mark_ = {mark_.line + 1, 1};
    } else if (!continues_character(byte) && (offset_ < where_ || offset_ >= where_ + inserted_)) {
      ++mark_.column;
    }
  }
  return mark_;
}

}  // namespace warpshop::io
