#include "cli/program.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <iostream>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "cli/described_program.hpp"
#include "cli/exit_codes.hpp"
#include "cli/help.hpp"
#include "cli/interrupt.hpp"
#include "cli/man_page.hpp"
#include "cli/missing_streams.hpp"
#include "cli/output.hpp"
#include "cli/result_origin.hpp"
#include "cli/terminal.hpp"
#include "sim/model/device_error.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::cli {
namespace {

// Of help texts: where there is no terminal, and at least.
constexpr std::size_t kHelpWidth = 80;
constexpr std::size_t kLeastHelpWidth = 20;

/// The exit status; --help and --version come this way too. Throws std::runtime_error if these could not be written.
int refuse(const CLI::App& app, const CLI::Error& error) {
  std::stringstream message;
  if (app.exit(error, std::cout, message) == 0) {
    check_standard_output();
    return 0;
  }
  for (std::string line; std::getline(message, line);) {
    std::cerr << printable(line) << '\n';
  }
  return kInputError;
}

int fail(const std::exception& error, int status) {
  std::cerr << "warpshop: " << printable(error.what()) << '\n';
  return status;
}

/// --print-man and --print-completion, hidden: what the build makes of the command line as it is.
void add_printed(CLI::App& app) {
  const auto print = [](const std::string& text) {
    std::cout << text;
    throw CLI::Success();
  };
  app.add_flag_callback("--print-man", [&app, print] { print(man_page(describe(app), version())); })->group("");
  app.add_option_function<std::string>("--print-completion",
                                       [&app, print](const std::string& shell) {
                                         const DescribedProgram program = describe(app);
                                         print(shell == "bash"  ? bash_completion(program)
                                               : shell == "zsh" ? zsh_completion(program)
                                                                : fish_completion(program));
                                       })
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->group("");
}

int parse_and_run(int argc, char** argv, study::RemoteWorkers* workers) {
  CLI::App app{"In which order, and shared how, should work run on a GPU?", "warpshop"};
  app.formatter(help_formatter(std::max(terminal_width(kHelpWidth), kLeastHelpWidth)));
  app.set_version_flag("--version", "warpshop " + version());
  app.require_subcommand(0, 1);  // none is refused below, so that an unknown one is named first
  app.failure_message(CLI::FailureMessage::simple);
  add_devices(app);
  add_compare(app);
  add_simulate(app);
  add_calibrate(app);
  add_run(app);
  add_validate(app);
  add_serve(app);
  add_pairs(app);
  add_sweep(app, workers);
  add_merge(app);
  add_import(app);
  add_replay(app);
  add_explain(app);
  add_printed(app);
  add_client(app);
  add_peer(app);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) {
      throw CLI::RequiredError("A command");
    }
  } catch (const CLI::RequiredError& error) {
    std::vector<std::string> unknown = app.remaining(true);  // says more than what is missing
    std::reverse(unknown.begin(), unknown.end());            // ExtrasError starts at the end
    return unknown.empty() ? refuse(app, error) : refuse(app, CLI::ExtrasError(unknown));
  } catch (const CLI::ParseError& error) {
    return refuse(app, error);
  }
  check_standard_output();
  return 0;
}

}  // namespace

int run_program(int argc, char** argv, study::RemoteWorkers* workers) {
  open_missing_streams();
  install_interrupt_handlers();
  try {
    return parse_and_run(argc, argv, workers);
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
    return kInputError;
  } catch (const DeviceError& error) {
    return fail(error, error.kind() == DeviceError::Kind::absent ? kNoDevice : kFailure);
  } catch (const Interrupted& interruption) {
    return kSignal + interruption.signal();
  } catch (const OutsideTolerance& error) {
    return fail(error, kOutsideTolerance);
  } catch (const std::bad_alloc&) {
    return fail(std::runtime_error("out of memory"), kFailure);
  } catch (const std::exception& error) {
    return fail(error, kFailure);
  }
}

}  // namespace warpshop::cli
