#include "sim/io/yaml/document_text.hpp"

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

LookaheadBuffer::LookaheadBuffer(std::string& text) : end_(text.data() + text.size()) {
  setg(text.data(), text.data(), text.data());
}

LookaheadBuffer::int_type LookaheadBuffer::underflow() {
  constexpr std::ptrdiff_t kPortion = 2048;
  constexpr std::string_view kIndicators = "[]{},:?&*!'\"";
  if (gptr() == egptr()) {
    const std::ptrdiff_t portion = std::min<std::ptrdiff_t>(kPortion, end_ - gptr());
    if (portion == 0 || exceeded()) {
      return traits_type::eof();
    }
    indicators_ += static_cast<std::size_t>(std::count_if(gptr(), gptr() + portion, [&](char character) {
      return kIndicators.find(character) != std::string_view::npos;
    }));
    setg(eback(), gptr(), gptr() + portion);
  }
  return traits_type::to_int_type(*gptr());
}

}  // namespace warpshop::io
