#pragma once

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include <rapidcheck.h>

namespace warpshop::test {

/// Sanitizers multiply time and memory, and find what they find in few cases as well.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// `usual`, or what sanitizers have time for.
constexpr int size(int usual) {
  constexpr int kPart = 20;
  return kSanitized ? std::max(1, usual / kPart) : usual;
}

/// How many times fewer cases to draw: what WARPSHOP_FEWER_CASES says, which `./dev test` sets and `.ci/run` does not.
inline int fewer_cases() {
  const char* fewer = std::getenv("WARPSHOP_FEWER_CASES");
  return fewer == nullptr || kSanitized ? 1 : std::max(1, std::atoi(fewer));
}

/// How many of `usual` random cases to try.
inline int cases(int usual) {
  return std::max(1, size(usual) / fewer_cases());
}

/// What a program says to rapidcheck where the user, by RC_PARAMS, says nothing.
inline std::string& own_parameters() {
  static std::string parameters;
  return parameters;
}

/// Call before the first property of a program, in one of its files: this many cases each instead of rapidcheck's 100,
/// unless RC_PARAMS is set.
inline bool set_cases(int usual) {
  if (std::getenv("RC_PARAMS") == nullptr) {
    own_parameters() = "max_success=" + std::to_string(cases(usual));
    ::setenv("RC_PARAMS", own_parameters().c_str(), 0);
  }
  return true;
}

/// Whether a property holds in so many cases, whatever the program has for others, unless RC_PARAMS is set.
template <class Property>
bool holds(const std::string& description, int usual, const Property& property) {
  const char* parameters = std::getenv("RC_PARAMS");
  if (parameters != nullptr && parameters != own_parameters()) {
    return rc::check(description, property);
  }
  rc::detail::TestMetadata about;
  about.id = about.description = description;
  rc::detail::TestParams with = rc::detail::configuration().testParams;
  with.maxSuccess = cases(usual);
  const rc::detail::TestResult result = rc::detail::checkTestable(property, about, with);
  std::cerr << description << ": ";
  rc::detail::printResultMessage(result, std::cerr);
  std::cerr << '\n';
  return result.is<rc::detail::SuccessResult>();
}

}  // namespace warpshop::test
