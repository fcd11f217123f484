#pragma once

#include <cstddef>

namespace warpshop::test {

/// What the process runs out of, while one lives: of the allocations, or of the threads that are asked for from now on,
/// the one with that number fails (counted from 1), or that one and all after it. One at a time.
class Shortage {
 public:
  enum class Of { memory, threads };
  enum class Lasting { once, for_good };

  Shortage(Of what, std::size_t number, Lasting lasting);
  Shortage(const Shortage&) = delete;
  Shortage& operator=(const Shortage&) = delete;
  /// There is enough again.
  ~Shortage();

  /// Whether anything has been refused so far.
  static bool came();
};

}  // namespace warpshop::test
