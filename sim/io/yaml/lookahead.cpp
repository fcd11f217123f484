#include "sim/io/yaml/lookahead.hpp"

#include <algorithm>
#include <string_view>

namespace warpshop::io {
namespace {

constexpr std::ptrdiff_t kPortion = 2048;

bool is_indicator(char character) {
  constexpr std::string_view kIndicators = "[]{},:?&*!'\"";
  return kIndicators.find(character) != std::string_view::npos;
}

}  // namespace

LookaheadBuffer::LookaheadBuffer(std::string& text) : end_(text.data() + text.size()) {
  setg(text.data(), text.data(), text.data());
}

LookaheadBuffer::int_type LookaheadBuffer::underflow() {
  if (gptr() < egptr()) {
    return traits_type::to_int_type(*gptr());
  }
  const std::ptrdiff_t portion = std::min<std::ptrdiff_t>(kPortion, end_ - gptr());
  if (portion == 0 || exceeded()) {
    return traits_type::eof();
  }
  indicators_ += static_cast<std::size_t>(std::count_if(gptr(), gptr() + portion, is_indicator));
  setg(eback(), gptr(), gptr() + portion);
  return traits_type::to_int_type(*gptr());
}

}  // namespace warpshop::io
