#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/basis.hpp"

namespace warpshop::report::html {

/// A part of a chapter under a heading of its own.
struct Section {
  std::string heading;  ///< text
  std::string body;     ///< markup
};

/// What a page says of one result: a question, its answer in a sentence, then why.
struct Chapter {
  std::string question;                   ///< text
  std::string answer;                     ///< text, a sentence
  std::vector<std::string> caveats = {};  ///< text, a sentence or two each: what the answer rests on, and leaves out
  std::vector<Section> sections = {};
  std::optional<std::uint64_t> seed = {};  ///< of policies and samples that draw
};

/// Adds a caveat for each line.
void add_lines(Chapter& chapter, const std::string& lines);

/// Adds what a result rests on: what the profile assumes, what was set.
void add_basis(Chapter& chapter, const Basis& basis);

}  // namespace warpshop::report::html
