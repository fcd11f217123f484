#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/mutator.hpp"
#include "tests/fuzz/targets.hpp"

namespace warpshop::test {

inline constexpr std::uint64_t kFuzzSeed = 20240611;

/// The mutants of a seed, each by its number, for one target or for all in turn.
class FuzzRun {
 public:
  FuzzRun(std::string_view name, std::uint64_t seed) : seed_(seed) {
    for (const FuzzTarget& target : fuzz_targets()) {
      if (name == "all" || name == target.name) {
        targets_.push_back(&target);
        seeds_.push_back(target.seeds());
      }
    }
  }

  bool empty() const { return targets_.empty(); }
  std::size_t target_of(std::uint64_t number) const { return static_cast<std::size_t>(number % targets_.size()); }
  std::string_view name_of(std::uint64_t number) const { return targets_[target_of(number)]->name; }

  std::string mutant(std::uint64_t number) const {
    return Mutator(seed_ * 0x9E3779B97F4A7C15U + number).mutant(seeds_[target_of(number)]);
  }

  /// Throws what the target does, and whatever a reader throws that it should not.
  void feed(std::uint64_t number) { (targets_[target_of(number)]->run(mutant(number)) ? accepted_ : refused_)++; }

  std::uint64_t accepted() const { return accepted_; }
  std::uint64_t refused() const { return refused_; }

 private:
  std::uint64_t seed_;
  std::vector<const FuzzTarget*> targets_;
  std::vector<std::vector<std::string>> seeds_;
  std::uint64_t accepted_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace warpshop::test
