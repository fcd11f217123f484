// Feeds mutants of the files of this project to what reads files: see --help.
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include <unistd.h>

#include "tests/fuzz/fuzz_run.hpp"

namespace {

using namespace warpshop::test;

constexpr const char* kUsage =
    "usage: fuzz [TARGET] [FIRST] [COUNT] [SEED]\n"
    "Feeds the mutants FIRST … FIRST + COUNT - 1 of a seed to a target (workload, device, journal, torch, nsys,\n"
    "nvbandwidth, bandwidthtest, devicequery, nvidia-smi, or all of them in turn). Ends with 1, and leaves the mutant "
    "in\n"
    "fuzz-failure, at the first one that shows a mistake. A mutant that\n"
    "crashes the program, or takes more than a minute, is named on standard error.\n";

volatile std::sig_atomic_t target_number = 0;
volatile std::uint64_t mutant_number = 0;

extern "C" void tell(int signal) {
  std::array<char, 100> text{};
  const int length = std::snprintf(text.data(), text.size(), "fuzz: signal %d at target %d, mutant %llu\n", signal,
                                   static_cast<int>(target_number), static_cast<unsigned long long>(mutant_number));
  if (::write(STDERR_FILENO, text.data(), static_cast<std::size_t>(length)) >= 0) {
    _exit(1);
  }
  _exit(2);
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size()) {
    std::cerr << kUsage;
    std::exit(2);
  }
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "all";
  const std::uint64_t first = argc > 2 ? number(argv[2]) : 0;
  const std::uint64_t count = argc > 3 ? number(argv[3]) : 10'000;
  const std::uint64_t seed = argc > 4 ? number(argv[4]) : kFuzzSeed;
#if !defined(__SANITIZE_ADDRESS__)
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGALRM}) {
    std::signal(signal, tell);
  }
#endif
  FuzzRun run(name, seed);
  if (run.empty()) {
    std::cerr << kUsage;
    return 2;
  }
  constexpr unsigned kLongest = 60;  // seconds
  for (std::uint64_t mutant = first; mutant < first + count; ++mutant) {
    mutant_number = mutant;
    target_number = static_cast<std::sig_atomic_t>(run.target_of(mutant));
    ::alarm(kLongest);
    try {
      run.feed(mutant);
    } catch (const std::exception& error) {
      std::cerr << "fuzz: mutant " << mutant << " of " << run.name_of(mutant) << ", seed " << seed << ": "
                << error.what() << '\n';
      std::ofstream("fuzz-failure", std::ios::binary) << run.mutant(mutant);
      return 1;
    }
  }
  std::cout << count << " mutants of " << name << " from " << first << ", seed " << seed << ": " << run.accepted()
            << " accepted, " << run.refused() << " refused, nothing else\n";
  return 0;
}
