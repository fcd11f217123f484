#include "sim/io/csv/csv_record.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

class Record {
 public:
  Record(std::string_view line, const std::string& file, std::uint32_t number)
      : line_(line), file_(file), number_(number) {}

  std::vector<CsvField> fields() {
    std::vector<CsvField> all;
    for (;;) {
      all.push_back({.text = {}, .column = column(at_)});
      all.back().text = at_ < line_.size() && line_[at_] == '"' ? quoted() : plain();
      if (at_ == line_.size()) {
        return all;
      }
      ++at_;  // a comma
    }
  }

 private:
  std::uint32_t column(std::size_t at) const {
    return static_cast<std::uint32_t>(character_count(line_.substr(0, at))) + 1;
  }
  std::string plain() {
    const std::size_t end = std::min(line_.find(',', at_), line_.size());
    const std::string_view text = line_.substr(at_, end - at_);
    at_ = end;
    return std::string(text);
  }
  std::string quoted() {
    const std::size_t start = at_++;
    std::string text;
    for (;;) {
      const std::size_t end = line_.find('"', at_);
      if (end == std::string_view::npos) {
        throw InputError(file_, {.line = number_, .column = column(start)}, "quotes that nobody closes, expected '\"'");
      }
      text += line_.substr(at_, end - at_);
      at_ = end + 1;
      if (at_ == line_.size() || line_[at_] == ',') {
        return text;
      }
      if (line_[at_] != '"') {
        throw InputError(file_, {.line = number_, .column = column(at_)}, "text behind quotes, expected a comma");
      }
      text += line_[at_++];
    }
  }

  std::string_view line_;
  const std::string& file_;
  std::uint32_t number_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<CsvField> csv_record(std::string_view line, const std::string& file, std::uint32_t number) {
  return Record(line, file, number).fields();
}

}  // namespace warpshop::io
