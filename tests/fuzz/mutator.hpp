#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace warpshop::test {

/// Changes texts at random, the same for the same seed on every machine.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  /// One of the seeds with one to four changes: a byte flipped, replaced or put in, a stretch removed, doubled, moved
  /// or taken from another seed, a number or a piece that has been trouble before put in its place.
  std::string mutant(const std::vector<std::string>& seeds);

 private:
  void change(std::string& text, const std::vector<std::string>& seeds);
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }

  std::mt19937_64 random_;
};

}  // namespace warpshop::test
