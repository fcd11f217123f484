#pragma once

#include <cstddef>
#include <string_view>

#include "sim/model/error.hpp"

namespace warpshop::io {

/// Turns byte offsets into lines and columns, both from 1; columns count characters. Offsets that grow cost no more
/// than the bytes between them.
class Locator {
 public:
  /// `bytes` outlives this. `inserted` bytes at offset `where` are not the user's and do not count.
  Locator(std::string_view bytes, std::size_t where, std::size_t inserted)
      : bytes_(bytes), where_(where), inserted_(inserted) {}

  Mark locate(std::size_t offset);

 private:
  std::string_view bytes_;
  std::size_t where_;
  std::size_t inserted_;
  std::size_t offset_ = 0;  ///< mark_ belongs to it
  Mark mark_{1, 1};
};

}  // namespace warpshop::io
