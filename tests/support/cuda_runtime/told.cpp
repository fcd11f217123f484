#include "tests/support/cuda_runtime/told.hpp"

#include <optional>
#include <sstream>
#include <stdexcept>

#include "tests/support/cuda_runtime/errors.hpp"

namespace warpshop::test::cuda {

Told::Told(const std::string& words) {
  std::istringstream text(words);
  for (std::string word; text >> word;) {
    const std::size_t equals = word.find('=');
    const auto refuse = [&] { throw std::invalid_argument("test CUDA runtime: what is '" + word + "'?"); };
    if (equals == std::string::npos) {
      refuse();
    }
    const std::string value = word.substr(equals + 1);
    std::string key = word.substr(0, equals);
    if (key == "clock") {
      real_clock_ = value == "real";
    } else if (key == "driver") {
      driver_ = std::stoi(value);
    } else {
      Failure failure;
      if (const std::size_t colon = key.find(':'); colon != std::string::npos) {
        failure.at = std::stoull(key.substr(colon + 1));
        key.resize(colon);
      }
      const std::optional<cudaError_t> error =
          key == "kernel" && value == "hangs" ? std::optional(kHangs) : error_of_name(value);
      if (!error) {
        refuse();
      }
      failure.error = *error;
      failures_.emplace(key, failure);
    }
  }
}

cudaError_t Told::next(const std::string& call) {
  const std::uint64_t number = ++calls_[call];
  const auto [first, last] = failures_.equal_range(call);
  for (auto failure = first; failure != last; ++failure) {
    if (failure->second.at == 0 || failure->second.at == number) {
      return failure->second.error;
    }
  }
  return cudaSuccess;
}

}  // namespace warpshop::test::cuda
