#include "sim/io/import/json_source.hpp"

#include <algorithm>
#include <cstring>
#include <istream>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

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

namespace {

Mark advanced_mark(Mark mark, std::string_view bytes) {
  const auto lines = static_cast<std::uint32_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  if (lines > 0) {
    mark = {mark.line + lines, 1};
    bytes.remove_prefix(bytes.rfind('\n') + 1);
  }
  const auto characters =
      bytes.size() - static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), continues_character));
  mark.column += static_cast<std::uint32_t>(characters);
  return mark;
}

}  // namespace

JsonSource::JsonSource(std::istream& stream, std::string file, std::string expected)
    : bytes_(stream), file_(std::move(file)), expected_(std::move(expected)) {}

Mark JsonSource::mark() {
  const auto read = static_cast<std::size_t>(gptr() - eback());
  counted_mark_ = advanced_mark(counted_mark_, std::string_view(text_).substr(counted_, read - counted_));
  counted_ = read;
  return counted_mark_;
}

Mark JsonSource::mark_at(std::uint64_t offset) const {
  const std::uint64_t position = std::max(offset, start_) - start_;
  return advanced_mark(start_mark_, std::string_view(text_).substr(0, static_cast<std::size_t>(position)));
}

JsonSource::int_type JsonSource::underflow() {
  if (gptr() == egptr()) {
    if (++portions_ > kLongestToken / kPortion) {
      refuse(mark(), "a string or number goes on beyond this place, expected at most 4 MiB of it");
    }
    if (!next_portion()) {
      return traits_type::eof();
    }
  }
  return traits_type::to_int_type(*gptr());
}

bool JsonSource::next_portion() {
  mark();
  const std::size_t dropped = text_.size() - std::min(text_.size(), kKept);
  start_mark_ = advanced_mark(start_mark_, std::string_view(text_).substr(0, dropped));
  start_ += dropped;
  text_.erase(0, dropped);
  const std::size_t read = text_.size();
  counted_ = read;
  bool last = false;
  while (text_.size() == read && !last) {
    const std::size_t count = bytes_.read(portion_.data(), portion_.size());
    last = count == 0;
    if (!bytes_.problem().empty()) {
      refuse(counted_mark_, bytes_.problem());
    }
    repair_.append(text_, {portion_.data(), count}, last);
    if (!opened_) {
      check_opening({portion_.data(), count}, last);
    }
  }
  setg(text_.data(), text_.data() + read, text_.data() + text_.size());
  return text_.size() > read;
}

/// Of the whole text so far, the last of it from `bytes`: a byte order mark is dropped, white space is nothing yet.
void JsonSource::check_opening(std::string_view bytes, bool last) {
  constexpr std::string_view kSpace = " \t\r\n";
  constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
  if (start_ == 0 && text_.starts_with(kUtf8Mark)) {
    text_.erase(0, kUtf8Mark.size());
  }
  if (last && text_.empty() && start_ == 0) {
    refuse({}, "is empty, expected " + expected_);
  }
  const std::size_t first = text_.find_first_not_of(kSpace);
  if (first == std::string::npos) {
    return;
  }
  opened_ = true;
  if (text_[first] != '{' && text_[first] != '[') {
    constexpr std::size_t kShown = 16;
    bytes.remove_prefix(bytes.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0);
    bytes.remove_prefix(std::min(bytes.find_first_not_of(kSpace), bytes.size()));
    refuse(mark_at(start_ + first),
           fmt::format("the text starts with {}, expected {}", in_quotes(bytes.substr(0, kShown)), expected_));
  }
}

}  // namespace warpshop::io
