#include "sim/io/import/json_source.hpp"

#include <algorithm>
#include <istream>
#include <utility>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
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
