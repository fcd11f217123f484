#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <streambuf>
#include <string>
#include <string_view>

#include "sim/io/open_input.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {

/// The largest file that is read, in bytes.
inline constexpr std::size_t kLargestText = std::size_t{64} << 20;

/// A file that is known to be UTF-8 without control characters but tab, LF and CRLF; a byte order mark is dropped.
struct Text {
  std::string bytes;
  std::string file;  ///< for errors
};

/// Reads and checks all of a stream. Throws InputError: too large, not UTF-8 (overlong forms and surrogates are not),
/// NUL and other control characters, a lone CR, a line that starts with '%' (a YAML directive), a second line '---' or
/// '...'. (yaml-cpp takes all of these without a word.)
Text read_text(std::istream& stream, const std::string& file_name);

/// The same of bytes that are there already.
Text checked_text(std::string bytes, std::string file_name);
/// The same of a file. Throws InputError: also as InputFile.
Text read_text(const std::filesystem::path& file, Fifo fifo = Fifo::refused);

/// Turns byte offsets into lines and columns, both from 1; columns count characters, where yaml-cpp's count bytes.
/// Offsets that grow cost no more than the bytes between them.
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

/// Feeds a text to the YAML parser in small portions, and ends it early when the parser has taken in too much without
/// reporting anything. (yaml-cpp keeps a bracket, and all that follows, in a queue of some hundred bytes per token
/// until it knows that the bracket does not start a key: 64 MiB of '[' would need 12 GiB.)
class LookaheadBuffer : public std::streambuf {
 public:
  /// `text` outlives this.
  explicit LookaheadBuffer(std::string& text);

  /// The parser reported something.
  void progress() { indicators_ = 0; }
  bool exceeded() const { return indicators_ > kMostIndicators; }

 protected:
  int_type underflow() override;

 private:
  /// Characters that may start or end a token, out of which a legitimate entry has far fewer.
  static constexpr std::size_t kMostIndicators = std::size_t{1} << 20;

  char* end_;
  std::size_t indicators_ = 0;
};

}  // namespace warpshop::io
