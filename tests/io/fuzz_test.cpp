#include <cstddef>
#include <filesystem>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/io/find_workloads.hpp"
#include "sim/io/read_device.hpp"
#include "sim/io/read_workload.hpp"
#include "sim/io/write_device.hpp"
#include "sim/model/error.hpp"
#include "tests/io/example_device.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {
namespace {

constexpr std::uint64_t kSeed = 20240611;
constexpr int kMutantsPerFile = test::cases(400);

class Mutator {
 public:
  /// One to four changes: a byte flipped or replaced by one that YAML cares for, a stretch removed, doubled or moved.
  std::string mutate(std::string text) {
    for (std::size_t change = 1 + below(4); change > 0 && !text.empty(); --change) {
      const std::size_t from = below(text.size());
      const std::size_t length = 1 + below(40);
      switch (below(5)) {
        case 0:
          text[from] = static_cast<char>(static_cast<unsigned char>(text[from]) ^ (1U << below(8)));
          break;
        case 1:
          text[from] = interesting()[below(interesting().size())];
          break;
        case 2:
          text.erase(from, length);
          break;
        case 3:
          text.insert(below(text.size()), text.substr(from, length));
          break;
        default:
          text.insert(from, 1, interesting()[below(interesting().size())]);
      }
    }
    return text;
  }

 private:
  static const std::string& interesting() {
    static const std::string characters = "[]{},:?-&*!|>'\"%@`#~ \t\r\n.0189eE+_/=<\\";
    return characters;
  }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }

  std::mt19937_64 random_{kSeed};
};

/// Only InputError may come out; returns whether the mutant was accepted.
template <typename Read>
bool accepts(const std::string& text, Read read) {
  std::istringstream stream(text);
  try {
    read(stream, "mutant");
    return true;
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string_view{error.what()}.starts_with("mutant:")) << error.what();
    return false;
  }
}

TEST(Fuzz, MutantsOfTheShippedFilesAreReadOrRefused) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const std::filesystem::path source = WARPSHOP_SOURCE_DIR;
  Mutator mutator;
  int accepted = 0;
  int refused = 0;
  for (const auto& file : find_workload_files({(source / "workloads").string(), (source / "devices").string()})) {
    const std::string text = test::content_of(file).substr(0, 4000);
    for (int mutant = 0; mutant < kMutantsPerFile; ++mutant) {
      const std::string mutated = mutator.mutate(text);
      (accepts(mutated, parse_workload) ? accepted : refused)++;
      (accepts(mutated, parse_device) ? accepted : refused)++;
    }
  }
  EXPECT_GT(accepted, 0);
  EXPECT_GT(refused, 0);
}

TEST(Fuzz, MutantsOfACompleteProfileAreReadAndWrittenOrRefused) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const std::string text = example_device();
  Mutator mutator;
  int accepted = 0;
  for (int mutant = 0; mutant < 5 * kMutantsPerFile; ++mutant) {
    const std::string mutated = mutator.mutate(text);
    accepted += accepts(mutated, [](std::istream& stream, const std::string& file) {
      std::stringstream again;
      write_device(again, parse_device(stream, file));
      parse_device(again, "written");
    });
  }
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, 5 * kMutantsPerFile);
}

}  // namespace
}  // namespace warpshop::io
