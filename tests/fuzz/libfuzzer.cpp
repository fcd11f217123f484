// The same for clang's libFuzzer: its first byte says which target. Built with -DWARPSHOP_LIBFUZZER=ON by clang.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto targets = warpshop::test::fuzz_targets();
  if (size > 0) {
    targets[data[0] % targets.size()].run(std::string(data + 1, data + size));
  }
  return 0;
}
