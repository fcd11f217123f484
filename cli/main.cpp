#include <exception>
#include <iostream>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "sim/model/error.hpp"

namespace {

constexpr int kFailure = 1;
constexpr int kInputError = 2;

int run(int argc, char** argv) {
  CLI::App app{"In which order, and shared how, should work run on a GPU?", "warpshop"};
  app.set_version_flag("--version", "warpshop " WARPSHOP_VERSION);
  app.require_subcommand(0, 1);  // none is refused below, so that an unknown one is named first
  app.failure_message(CLI::FailureMessage::simple);
  warpshop::cli::add_devices(app);
  warpshop::cli::add_compare(app);
  warpshop::cli::add_simulate(app);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) {
      throw CLI::RequiredError("A command");
    }
  } catch (const CLI::ParseError& error) {
    return app.exit(error, std::cout, std::cerr) == 0 ? 0 : kInputError;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  warpshop::cli::install_interrupt_handlers();
  try {
    return run(argc, argv);
  } catch (const warpshop::InputError& error) {
    std::cerr << error.what() << '\n';
    return kInputError;
  } catch (const std::exception& error) {
    std::cerr << "warpshop: " << error.what() << '\n';
    return kFailure;
  }
}
