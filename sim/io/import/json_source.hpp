#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <streambuf>
#include <string>
#include <string_view>

#include <zlib.h>

#include "sim/io/import/repaired_json.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {

/// The bytes of a stream, inflated where it is gzip (RFC 1952, any number of members), which its first bytes say.
class InflatedBytes {
 public:
  /// The most bytes that are read from one stream, inflated: 8 GiB.
  static constexpr std::uint64_t kMost = std::uint64_t{8} << 30;
  /// Of more than so many bytes, each compressed one may stand for no more than kMostRatio: traces have 10 to 60.
  static constexpr std::uint64_t kFree = std::uint64_t{64} << 20;
  static constexpr std::uint64_t kMostRatio = 300;

  /// `stream` outlives this. Throws std::bad_alloc.
  explicit InflatedBytes(std::istream& stream);
  InflatedBytes(const InflatedBytes&) = delete;
  InflatedBytes& operator=(const InflatedBytes&) = delete;
  ~InflatedBytes();

  /// Puts the next bytes into `target`, `size` > 0 of them at most, and says how many. 0: at the end, or problem() says
  /// what is wrong.
  std::size_t read(char* target, std::size_t size);

  /// What is wrong, and what was expected; empty: nothing.
  const std::string& problem() const { return problem_; }

 private:
  bool refill();
  std::size_t copy(char* target, std::size_t size);
  std::size_t inflate_some(char* target, std::size_t size);
  void start();
  void check_amount();

  std::istream& stream_;
  std::string problem_;
  bool started_ = false;
  bool compressed_ = false;
  bool member_ended_ = false;
  std::uint64_t taken_ = 0;  ///< bytes of the stream
  std::uint64_t given_ = 0;  ///< bytes inflated
  z_stream zlib_{};
  std::array<char, 1 << 16> packed_{};
};

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
