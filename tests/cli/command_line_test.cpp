#include "cli/command_line.hpp"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

namespace warpshop::cli {
namespace {

/// What a command with some options of each kind says of itself.
std::string told(const std::vector<std::string>& arguments) {
  CLI::App app;
  CLI::App* command = app.add_subcommand("compare");
  std::vector<std::string> files;
  std::vector<std::string> policies;
  std::vector<std::string> devices;
  std::string report;
  unsigned jobs = 1;
  bool timing = false;
  command->add_option("WORKLOAD", files);
  command->add_option("--policy", policies)->delimiter(',');
  command->add_option("--device", devices)->allow_extra_args(false);
  command->add_option("--report", report);
  command->add_option("-j,--jobs", jobs);
  command->add_flag("--timing", timing);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  reversed.emplace_back("compare");
  app.parse(reversed);
  return command_line(*command);
}

TEST(CommandLine, IsWhatWasTypedWithoutWhatChangesNoFigure) {
  EXPECT_EQ(told({"a.yaml", "b.yaml", "--device", "k20c", "--timing", "--device", "titanx:4", "-j", "3", "--report",
                  "r.html"}),
            "warpshop compare a.yaml b.yaml --device k20c --device titanx:4 --timing");
  EXPECT_EQ(told({"--policy", "fifo,neh-gpu", "a.yaml"}), "warpshop compare --policy fifo,neh-gpu a.yaml");
}

TEST(CommandLine, QuotesWhatAShellWouldTakeApart) {
  EXPECT_EQ(told({"my jobs.yaml", "it's; rm -rf $HOME"}), R"(warpshop compare 'my jobs.yaml' 'it'\''s; rm -rf $HOME')");
}

}  // namespace
}  // namespace warpshop::cli
