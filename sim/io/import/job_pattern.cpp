#include "sim/io/import/job_pattern.hpp"

#include <array>
#include <cstddef>

#include <fmt/format.h>
#include <regex.h>

#include "sim/model/error.hpp"

namespace warpshop::io {

struct JobPattern::Compiled {
  explicit Compiled(const std::string& text) : status(regcomp(&expression, text.c_str(), REG_EXTENDED | REG_NOSUB)) {}
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  ~Compiled() {
    if (status == 0) {
      regfree(&expression);
    }
  }

  regex_t expression{};
  int status;
};

JobPattern::JobPattern(const std::string& text) {
  constexpr std::size_t kLongest = 500;
  if (text.size() > kLongest) {
    throw InputError(fmt::format("--jobs: an expression of {} characters, expected at most {}", text.size(), kLongest));
  }
  const auto compiled = std::make_shared<const Compiled>(text);
  if (compiled->status != 0) {
    std::array<char, 200> problem{};
    regerror(compiled->status, &compiled->expression, problem.data(), problem.size());
    throw InputError(
        fmt::format("--jobs '{}': {}, expected a regular expression such as 'step|forward'", text, problem.data()));
  }
  compiled_ = compiled;
}

bool JobPattern::matches(const std::string& name) const {
  constexpr std::size_t kLookedAt = 1000;
  return regexec(&compiled_->expression, name.substr(0, kLookedAt).c_str(), 0, nullptr, 0) == 0;
}

}  // namespace warpshop::io
