#pragma once

#include <memory>
#include <string>

namespace warpshop::io {

/// A regular expression for names of spans: POSIX extended, by an automaton that takes time in proportion to the name.
class JobPattern {
 public:
  /// Throws InputError, which names --jobs: no such expression, or one of more than 500 characters.
  explicit JobPattern(const std::string& text);

  /// Whether it matches somewhere within the first 1000 characters.
  bool matches(const std::string& name) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace warpshop::io
