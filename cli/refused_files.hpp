#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpshop::cli {

/// What is wrong with some of a command's files, told at the end so that it does not end the rest. Of one file alone it
/// is thrown at once.
class RefusedFiles {
 public:
  explicit RefusedFiles(std::size_t files) : files_(files) {}

  /// Calls it; false: it threw InputError, which is about this file and is kept.
  bool attempt(const std::filesystem::path& file, const std::function<void()>& work);

  /// Call at the end. If there are any: each reason on standard error, in a line with its first file and how many more
  /// have it, and throws InputError that says how many files.
  void check() const;

 private:
  struct Reason {
    std::string message;  ///< without the place
    std::string first;    ///< with it
    std::size_t files = 1;
  };

  std::size_t files_;
  std::size_t refused_ = 0;
  std::vector<Reason> reasons_;  ///< each once
};

}  // namespace warpshop::cli
