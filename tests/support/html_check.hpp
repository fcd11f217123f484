#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace warpshop::test {

/// What is wrong with a page as ours are written: tags that do not match, attributes without quotes, a `<` or a quote
/// that is neither. Empty: nothing. Slow and simple.
inline std::string problem_of_html(std::string_view text) {
  const std::vector<std::string_view> empty_ones{"meta", "br"};
  std::vector<std::string> open;
  const auto at = [&](std::size_t place) {
    return " at " + std::to_string(place) + ": " + std::string{text.substr(place, 60)};
  };
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '<') {
      if (text[i] == '>') {
        return "a bare >" + at(i);
      }
      ++i;
      continue;
    }
    if (text.substr(i).starts_with("<!")) {
      i = text.find('>', i) + 1;
      continue;
    }
    const bool closes = text.substr(i).starts_with("</");
    std::size_t end = i + (closes ? 2 : 1);
    std::string tag;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0)) {
      tag += text[end++];
    }
    if (tag.empty()) {
      return "a bare <" + at(i);
    }
    bool slash = false;
    for (; end < text.size() && text[end] != '>'; ++end) {
      slash = text[end] == '/';
      if (text[end] == '=' && (end + 1 >= text.size() || text[end + 1] != '"')) {
        return "an attribute without quotes" + at(i);
      }
      if (text[end] == '<') {
        return "a < within a tag" + at(i);
      }
      if (text[end] == '"') {
        end = text.find('"', end + 1);
        if (end == std::string_view::npos) {
          return "a quote that is open" + at(i);
        }
      }
    }
    if (end >= text.size()) {
      return "a tag that is open" + at(i);
    }
    if (closes) {
      if (open.empty() || open.back() != tag) {
        return "</" + tag + "> closes " + (open.empty() ? "nothing" : open.back()) + at(i);
      }
      open.pop_back();
    } else if (!slash && std::find(empty_ones.begin(), empty_ones.end(), tag) == empty_ones.end()) {
      open.push_back(tag);
    }
    i = end + 1;
    if (!closes && (tag == "style" || tag == "script")) {
      i = text.find("</" + tag + ">", i);
      if (i == std::string_view::npos) {
        return tag + " is not closed";
      }
    }
  }
  return open.empty() ? "" : open.back() + " is not closed";
}

/// How often a text holds another one.
inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

/// What would make a browser look elsewhere; empty: nothing.
inline std::string outside_reference(std::string_view text) {
  for (const std::string_view part : {"http:", "https:", "src=\"", "@import", "<link", "<iframe", "<object", "file:"}) {
    if (text.find(part) != std::string_view::npos) {
      return std::string{part};
    }
  }
  for (std::size_t at = text.find("href="); at != std::string_view::npos; at = text.find("href=", at + 1)) {
    if (!text.substr(at).starts_with("href=\"#")) {
      return std::string{text.substr(at, 40)};
    }
  }
  for (std::size_t at = text.find("url("); at != std::string_view::npos; at = text.find("url(", at + 1)) {
    if (!text.substr(at).starts_with("url(#")) {
      return std::string{text.substr(at, 40)};
    }
  }
  return "";
}

}  // namespace warpshop::test
