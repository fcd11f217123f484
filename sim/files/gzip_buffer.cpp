#include "sim/files/gzip_buffer.hpp"

#include <new>

namespace warpshop::files {

GzipBuffer::GzipBuffer(std::streambuf& sink) : sink_(sink) {
  constexpr int kGzip = 15 + 16;  // the largest window, and a gzip header
  constexpr int kMemory = 8;      // zlib's default
  if (deflateInit2(&zlib_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  setp(plain_.data(), plain_.data() + plain_.size());
}

GzipBuffer::~GzipBuffer() {
  deflateEnd(&zlib_);
}

bool GzipBuffer::finish() {
  return compress(Z_FINISH);
}

GzipBuffer::int_type GzipBuffer::overflow(int_type character) {
  if (!compress(Z_NO_FLUSH)) {
    return traits_type::eof();
  }
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(character);
    pbump(1);
  }
  return traits_type::not_eof(character);
}

bool GzipBuffer::compress(int flush) {
  zlib_.next_in = reinterpret_cast<Bytef*>(pbase());
  zlib_.avail_in = static_cast<uInt>(pptr() - pbase());
  do {
    zlib_.next_out = reinterpret_cast<Bytef*>(packed_.data());
    zlib_.avail_out = static_cast<uInt>(packed_.size());
    deflate(&zlib_, flush);
    const auto size = static_cast<std::streamsize>(packed_.size() - zlib_.avail_out);
    if (sink_.sputn(packed_.data(), size) != size) {
      return false;
    }
  } while (zlib_.avail_out == 0);
  setp(plain_.data(), plain_.data() + plain_.size());
  return true;
}

}  // namespace warpshop::files
