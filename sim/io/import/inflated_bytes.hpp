#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>

#include <zlib.h>

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

}  // namespace warpshop::io
