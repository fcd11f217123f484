#include "sim/io/import/inflated_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <istream>
#include <new>

#include <fmt/format.h>

namespace warpshop::io {

InflatedBytes::InflatedBytes(std::istream& stream) : stream_(stream) {
  constexpr int kGzip = 15 + 16;  // the largest window, and a gzip header
  if (inflateInit2(&zlib_, kGzip) != Z_OK) {
    throw std::bad_alloc();
  }
}

InflatedBytes::~InflatedBytes() {
  inflateEnd(&zlib_);
}

std::size_t InflatedBytes::read(char* target, std::size_t size) {
  if (!started_) {
    start();
  }
  if (!problem_.empty()) {
    return 0;
  }
  const std::size_t count = compressed_ ? inflate_some(target, size) : copy(target, size);
  given_ += count;
  check_amount();
  return problem_.empty() ? count : 0;
}

void InflatedBytes::start() {
  started_ = true;
  refill();
  compressed_ = zlib_.avail_in >= 2 && std::memcmp(packed_.data(), "\x1F\x8B", 2) == 0;
}

/// Whether there are packed bytes left.
bool InflatedBytes::refill() {
  if (zlib_.avail_in == 0 && stream_.good()) {
    stream_.read(packed_.data(), static_cast<std::streamsize>(packed_.size()));
    zlib_.next_in = reinterpret_cast<Bytef*>(packed_.data());
    zlib_.avail_in = static_cast<uInt>(stream_.gcount());
    taken_ += zlib_.avail_in;
    if (stream_.bad()) {
      problem_ = "cannot be read, expected a readable file";
    }
  }
  return zlib_.avail_in > 0;
}

std::size_t InflatedBytes::copy(char* target, std::size_t size) {
  if (!refill()) {
    return 0;
  }
  const std::size_t count = std::min<std::size_t>(size, zlib_.avail_in);
  std::memcpy(target, zlib_.next_in, count);
  zlib_.next_in += count;
  zlib_.avail_in -= static_cast<uInt>(count);
  return count;
}

std::size_t InflatedBytes::inflate_some(char* target, std::size_t size) {
  zlib_.next_out = reinterpret_cast<Bytef*>(target);
  zlib_.avail_out = static_cast<uInt>(size);
  while (zlib_.avail_out == size) {
    if (!refill()) {
      if (!member_ended_ && problem_.empty()) {
        problem_ = "the gzip data breaks off here, expected the whole file";
      }
      return 0;
    }
    if (member_ended_) {
      inflateReset(&zlib_);
      member_ended_ = false;
    }
    const int outcome = inflate(&zlib_, Z_NO_FLUSH);
    member_ended_ = outcome == Z_STREAM_END;
    if (zlib_.avail_out < size) {
      break;  // what is wrong behind it is told the next time as well
    }
    if (outcome != Z_OK && outcome != Z_STREAM_END) {
      problem_ = fmt::format("the gzip data is damaged after this place ({}), expected gzip as it was written",
                             zlib_.msg != nullptr ? zlib_.msg : "no reason given");
      return 0;
    }
  }
  return size - zlib_.avail_out;
}

void InflatedBytes::check_amount() {
  if (given_ > kMost) {
    problem_ = "is too large, expected at most 8 GiB of text";
  } else if (given_ > kFree && given_ / kMostRatio > taken_) {
    problem_ = fmt::format("each byte of gzip stands for more than {} bytes of text, expected a trace", kMostRatio);
  }
}

}  // namespace warpshop::io
