#include "cli/what_if_options.hpp"

#include <string>

#include <CLI/CLI.hpp>

namespace warpshop::cli {

namespace {

/// What a range check lets pass.
std::string check_number(const std::string& text) {
  return text.find_first_of("nN") == std::string::npos ? "" : text + " is no number, expected one such as 0.5";
}

}  // namespace

void add_what_if_options(CLI::App& command, WhatIf& what_if) {
  constexpr double kMost = 1e6;
  command
      .add_option_function<std::string>(
          "--memory",
          [&what_if](const std::string& memory) {
            what_if.memory = memory == name(Memory::pinned) ? Memory::pinned : Memory::pageable;
          },
          "what if all copies were of that memory; sizes, and recorded copies of the other kind, take what the profile "
          "says")
      ->check(CLI::IsMember({"pinned", "pageable"}));
  command
      .add_option("--compute", what_if.compute, "what if kernels were so many times as fast; those that state a time")
      ->check(CLI::Range(1e-6, kMost))
      ->check(check_number);
  command
      .add_option("--host-time", what_if.host_time,
                  "what if the host took so much of its time (lags, and releases of a recording): 0.5")
      ->check(CLI::Range(0.0, kMost))
      ->check(check_number);
  command.add_option("--copies", what_if.copies, "what if so many of the workload ran at once")
      ->check(CLI::Range(1U, 1000U));
}

}  // namespace warpshop::cli
