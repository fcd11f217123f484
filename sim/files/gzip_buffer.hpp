#pragma once

#include <array>
#include <streambuf>

#include <zlib.h>

namespace warpshop::files {

/// Hands on to another buffer what is written, as gzip (RFC 1952), without a time: the same bytes give the same file.
class GzipBuffer : public std::streambuf {
 public:
  /// Throws std::bad_alloc.
  explicit GzipBuffer(std::streambuf& sink);
  GzipBuffer(const GzipBuffer&) = delete;
  GzipBuffer& operator=(const GzipBuffer&) = delete;
  ~GzipBuffer() override;

  /// Ends the file, once; false: the sink does not take it.
  bool finish();

 protected:
  int_type overflow(int_type character) override;
  /// Nothing is flushed before the end: that would cost compression.
  int sync() override { return 0; }

 private:
  bool compress(int flush);

  std::streambuf& sink_;
  z_stream zlib_{};
  std::array<char, 1 << 16> plain_{};
  std::array<char, 1 << 16> packed_{};
};

}  // namespace warpshop::files
