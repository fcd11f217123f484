#include "cli/common_options.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include <CLI/CLI.hpp>

namespace warpshop::cli {
namespace {

/// What is wrong with a seed; CLI11 by itself takes -1 and 10^20 for 2^64 - 1.
std::string check_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seed);
  return error == std::errc{} && stop == end ? "" : "Value " + text + " not in range 0 to 18446744073709551615";
}

}  // namespace

const Engine& engine(std::string_view name) {
  return *std::find_if(engines().begin(), engines().end(), [&](const Engine& engine) { return engine.name == name; });
}

std::string policy_names() {
  std::string names;
  for (const order::Policy& policy : order::policies()) {
    names += (names.empty() ? "" : ", ") + policy.name;
  }
  return names;
}

void add_output_options(CLI::App& command, OutputOptions& options) {
  command.add_option("--format", options.format, "table (for people, rounded), json or csv (unrounded)")
      ->check(CLI::IsMember({"table", "json", "csv"}))
      ->capture_default_str();
  command.add_option("-o,--output", options.output, "write there instead of standard output, whole or not at all")
      ->type_name("FILE");
  command.add_flag("-q,--quiet", options.quiet, "no notes and no progress on standard error");
}

void add_planning_options(CLI::App& command, PlanningOptions& options) {
  std::vector<std::string> names;
  for (const Engine& engine : engines()) {
    names.emplace_back(engine.name);
  }
  command.add_option("--device", options.device, "device profile: a name that `warpshop devices` lists, or a file")
      ->required()
      ->type_name("NAME|FILE");
  command.add_option("--engine", options.engine, "what says how long a plan takes")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "for policies that draw")->check(check_seed)->capture_default_str();
  command.add_option("-j,--jobs", options.jobs, "threads that plan; the result does not depend on it")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  command.add_flag("--timing", options.timing, "show how long planning took");
}

}  // namespace warpshop::cli
