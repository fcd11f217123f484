#pragma once

#include <cstddef>
#include <streambuf>
#include <string>

namespace warpshop::io {

/// Feeds a text to the YAML parser in small portions, and ends it early when the parser has taken in too much without
/// reporting anything. (yaml-cpp keeps a bracket, and all that follows, in a queue of some hundred bytes per token
/// until it knows that the bracket does not start a key: 64 MiB of '[' would need 12 GiB.)
class LookaheadBuffer : public std::streambuf {
 public:
  /// Characters that may start or end a token, out of which a legitimate entry has far fewer.
  static constexpr std::size_t kMostIndicators = std::size_t{1} << 20;

  /// `text` outlives this.
  explicit LookaheadBuffer(std::string& text);

  /// The parser reported something.
  void progress() { indicators_ = 0; }
  bool exceeded() const { return indicators_ > kMostIndicators; }

 protected:
  int_type underflow() override;

 private:
  char* end_;
  std::size_t indicators_ = 0;
};

}  // namespace warpshop::io
