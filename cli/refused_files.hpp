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

  /// Call at the end. If there are any: each on standard error, a line a file, and throws InputError that says how
  /// many.
  void check() const;

 private:
  std::size_t files_;
  std::vector<std::string> reasons_;
};

}  // namespace warpshop::cli
