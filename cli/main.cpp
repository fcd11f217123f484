#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "sim/model/device_error.hpp"
#include "sim/model/error.hpp"

namespace {

using namespace warpshop::cli;

/// The exit status; --help and --version come this way too.
int refuse(const CLI::App& app, const CLI::Error& error) {
  return app.exit(error, std::cout, std::cerr) == 0 ? 0 : kInputError;
}

int run(int argc, char** argv) {
  CLI::App app{"In which order, and shared how, should work run on a GPU?", "warpshop"};
  app.set_version_flag("--version", "warpshop " WARPSHOP_VERSION);
  app.require_subcommand(0, 1);  // none is refused below, so that an unknown one is named first
  app.failure_message(CLI::FailureMessage::simple);
  add_devices(app);
  add_compare(app);
  add_simulate(app);
  add_calibrate(app);
  add_run(app);
  add_validate(app);
  add_serve(app);
  add_client(app);
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
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  install_interrupt_handlers();
  try {
    return run(argc, argv);
  } catch (const warpshop::InputError& error) {
    std::cerr << error.what() << '\n';
    return kInputError;
  } catch (const warpshop::DeviceError& error) {
    std::cerr << "warpshop: " << error.what() << '\n';
    return error.kind() == warpshop::DeviceError::Kind::absent ? kNoDevice : kFailure;
  } catch (const Interrupted& interruption) {
    return kSignal + interruption.signal();
  } catch (const OutsideTolerance& error) {
    std::cerr << "warpshop: " << error.what() << '\n';
    return kOutsideTolerance;
  } catch (const std::exception& error) {
    std::cerr << "warpshop: " << error.what() << '\n';
    return kFailure;
  }
}
