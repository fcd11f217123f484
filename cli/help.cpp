#include "cli/help.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "sim/model/utf8.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::cli {
namespace {

/// What CLI11 writes, its lines broken.
class WrappedHelp : public CLI::Formatter {
 public:
  explicit WrappedHelp(std::size_t width) : width_(width) {}

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    std::string text;
    for (std::size_t start = 0; start < help.size();) {
      const std::size_t end = std::min(help.find('\n', start), help.size());
      text += lines(std::string_view(help).substr(start, end - start));
      start = end + 1;
    }
    return text;
  }

 private:
  /// One line of CLI11's. What stands in its right-hand column goes on there.
  std::string lines(std::string_view line) const {
    const std::size_t column = get_column_width();
    const bool two_columns = 2 * column <= width_ && line.size() > column && line.starts_with("  ") &&
                             line[column - 1] == ' ' && display_width(line) > width_;
    const std::size_t text = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t begin = two_columns ? column : std::min(text, width_ / 2);
    std::string head(line.substr(0, begin));
    std::string whole;
    for (const std::string& part : report::wrapped(line.substr(two_columns ? begin : text), width_ - begin)) {
      whole.append(std::exchange(head, std::string(begin, ' '))).append(part).append("\n");
    }
    return whole;
  }

  std::size_t width_;
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter(std::size_t width) {
  return std::make_shared<WrappedHelp>(width);
}

}  // namespace warpshop::cli
