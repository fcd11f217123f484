#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

namespace warpshop::test {

/// Sanitizers multiply time and memory, and find what they find in few cases as well.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// How many of `usual` random cases to try.
constexpr int cases(int usual) {
  constexpr int kPart = 20;
  return kSanitized ? std::max(1, usual / kPart) : usual;
}

/// Call before the first property of a program: this many cases each instead of rapidcheck's 100, unless RC_PARAMS is
/// set.
inline bool set_cases(int usual) {
  return ::setenv("RC_PARAMS", ("max_success=" + std::to_string(cases(usual))).c_str(), 0) == 0;
}

}  // namespace warpshop::test
