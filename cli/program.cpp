#include "cli/program.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "cli/man_page.hpp"
#include "cli/output.hpp"
#include "cli/result_origin.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::cli {
namespace {

// Of help texts: where there is no terminal, and at least.
constexpr std::size_t kHelpWidth = 80;
constexpr std::size_t kLeastHelpWidth = 20;

/// Opens something for each of standard input, output and error that whoever started the program had closed, so that no
/// file that is opened later takes its place and receives what was meant for it. It can neither be read nor written,
/// nor opened again by names such as /dev/stdout: all that fails as it does where a stream is closed.
void open_missing_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    // open() answers the lowest number that is free, which is this one
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF && ::open("/", O_PATH) != stream) {
      _exit(1);  // nothing can be said, nor written safely
    }
  }
}

/// Help texts whose lines have at most so many characters; what is said of an option goes on below where it begins.
class WrappedHelp : public CLI::Formatter {
 public:
  explicit WrappedHelp(std::size_t width) : width_(width) {}

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    std::string text;
    for (std::size_t start = 0; start < help.size();) {
      const std::size_t end = std::min(help.find('\n', start), help.size());
      text += lines(std::string_view(help).substr(start, end - start));
      start = end + 1;
    }
    return text;
  }

 private:
  /// One line of CLI11's. What stands in its right-hand column goes on there.
  std::string lines(std::string_view line) const {
    const std::size_t column = get_column_width();
    const bool two_columns = 2 * column <= width_ && line.size() > column && line.starts_with("  ") &&
                             line[column - 1] == ' ' && display_width(line) > width_;
    const std::size_t text = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t begin = two_columns ? column : std::min(text, width_ / 2);
    std::string head(line.substr(0, begin));
    std::string whole;
    for (const std::string& part : report::wrapped(line.substr(two_columns ? begin : text), width_ - begin)) {
      whole.append(std::exchange(head, std::string(begin, ' '))).append(part).append("\n");
    }
    return whole;
  }

  std::size_t width_;
};

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
  app.formatter(std::make_shared<WrappedHelp>(std::max(terminal_width(kHelpWidth), kLeastHelpWidth)));
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
  add_split(app);
  add_place(app);
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
    const int status = fail(error, error.kind() == DeviceError::Kind::absent ? kNoDevice : kFailure);
    if (error.kind() == DeviceError::Kind::hangs) {
      std::cout.flush();
      _exit(status);  // whatever else there is to end would wait for the device
    }
    return status;
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
