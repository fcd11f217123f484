#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/output.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/explanations.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::cli {
namespace {

constexpr std::size_t kWidth = 80;

void list_all(Output& output) {
  report::TextTable table;
  table.column("policy", report::Align::left);
  table.column("what it does", report::Align::left, {.wraps = true});
  for (const Policy* policy : study::policies()) {
    table.row({policy->name, std::string(policy->summary)});
  }
  output.stream() << table.text(output.style()) << "\nwarpshop explain NAME says more of one.\n";
}

void run(const std::vector<std::string>& names) {
  Output output(OutputOptions{});
  if (names.empty()) {
    list_all(output);
  }
  const char* between = "";
  for (const std::string& name : names) {
    const std::string text = study::explanation(*study::named_policy(name).policy);
    output.stream() << between << report::wrapped_lines(text, terminal_width(kWidth), 2);
    between = "\n";
  }
  output.commit();
}

}  // namespace

void add_explain(CLI::App& app) {
  auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("explain", "what a policy does, its source, its limits, when it wins");
  command->add_option("POLICY", *names, "names of policies; none: all are listed, with a line each");
  command->callback([names] { run(*names); });
}

}  // namespace warpshop::cli
