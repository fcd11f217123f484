#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <streambuf>
#include <string>
#include <string_view>

#include "sim/io/import/inflated_bytes.hpp"
#include "sim/io/import/repaired_json.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {

/// Feeds a JSON parser from a stream of any length, plain or gzip, in small portions, and knows where it is. Reading
/// throws InputError: damaged gzip or too much of it, an empty file, one that does not open as JSON, and a string or
/// number that does not end within kLongestToken.
class JsonSource : public std::streambuf {
 public:
  static constexpr std::size_t kLongestToken = std::size_t{4} << 20;

  /// `stream` outlives this. `expected`: what the file should have been, for errors.
  JsonSource(std::istream& stream, std::string file, std::string expected);

  const std::string& file() const { return file_; }
  const std::string& expected() const { return expected_; }

  /// The parser has come to the end of a token.
  void progress() { portions_ = 0; }

  /// Where the next byte stands. Columns count characters.
  Mark mark();
  /// Bytes that have been read.
  std::uint64_t offset() const { return start_ + static_cast<std::uint64_t>(gptr() - eback()); }
  /// The place of a byte that has been read lately: exact for the last kKept bytes at least, else a later place.
  Mark mark_at(std::uint64_t offset) const;

  [[noreturn]] void refuse(Mark mark, std::string_view message) const { throw InputError(file_, mark, message); }

 protected:
  int_type underflow() override;

 private:
  static constexpr std::size_t kPortion = std::size_t{1} << 16;
  static constexpr std::size_t kKept = 512;

  bool next_portion();
  void check_opening(std::string_view bytes, bool last);

  InflatedBytes bytes_;
  RepairedJson repair_;
  std::string file_;
  std::string expected_;
  std::string text_;         ///< the last bytes that have been read, and the next ones
  std::uint64_t start_ = 0;  ///< offset of text_
  Mark start_mark_{1, 1};    ///< of the first byte of text_
  std::size_t counted_ = 0;  ///< bytes of text_ up to counted_mark_
  Mark counted_mark_{1, 1};
  std::size_t portions_ = 0;  ///< read since the last progress()
  bool opened_ = false;       ///< something other than white space has been seen
  std::array<char, kPortion> portion_{};
};

}  // namespace warpshop::io
