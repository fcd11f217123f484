#include "sim/io/import/kernel_names.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace warpshop::io {
namespace {

constexpr std::size_t kLongestKernelName = 40;

/// Without what stands in brackets of any kind. A bracket that nobody opened or closes ends nothing.
std::string without_brackets(std::string_view text) {
  std::string rest;
  std::size_t depth = 0;
  for (const char character : text) {
    if (character == '<' || character == '(' || character == '{' || character == '[') {
      ++depth;
    } else if (character == '>' || character == ')' || character == '}' || character == ']') {
      depth -= depth > 0 ? 1 : 0;
    } else if (depth == 0) {
      rest += character;
    }
  }
  return rest;
}

bool is_kept(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

}  // namespace

std::string short_name(std::string_view demangled) {
  const std::string rest = without_brackets(demangled);
  if (rest.find_first_of("/\\") != std::string::npos) {
    return "kernel";  // a path, or what holds one
  }
  std::size_t end = rest.size();
  while (end > 0 && !is_kept(rest[end - 1])) {
    --end;
  }
  std::size_t begin = end;
  while (begin > 0 && is_kept(rest[begin - 1])) {
    --begin;
  }
  return end == begin ? "kernel" : rest.substr(begin, std::min(end - begin, kLongestKernelName));
}

bool is_collective(std::string_view kernel) {
  const auto contains = [&](std::string_view part) { return kernel.find(part) != std::string_view::npos; };
  const bool of_a_library = kernel.starts_with("nccl") || kernel.starts_with("msccl");
  return (of_a_library && contains("Kernel")) || kernel.starts_with("cross_device_reduce_") ||
         contains("_shot_all_reduce_") || kernel.starts_with("multimem_");
}

}  // namespace warpshop::io
