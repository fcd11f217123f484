#include "cli/output.hpp"

#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include <unistd.h>

namespace warpshop::cli {

Output::Output(const OutputOptions& options) {
  if (!options.output.empty()) {
    file_ = std::make_unique<io::OutputFile>(options.output);
  }
}

std::ostream& Output::stream() {
  return file_ ? file_->stream() : std::cout;
}

bool Output::colour() const {
  const char* no_color = std::getenv("NO_COLOR");
  return !file_ && isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
}

void Output::commit() {
  if (file_) {
    file_->commit();
  } else if (!std::cout.flush()) {
    throw std::runtime_error("cannot write to standard output");
  }
}

void note(const OutputOptions& options, const std::string& text) {
  if (!options.quiet) {
    std::cerr << "warpshop: " << text << '\n';
  }
}

Progress::Progress(const OutputOptions& options) : enabled_(!options.quiet && isatty(STDERR_FILENO) == 1) {}

void Progress::show(const std::string& text) {
  if (enabled_) {
    std::cerr << "\r\x1b[K" << text << std::flush;
    shown_ = true;
  }
}

void Progress::clear() {
  if (shown_) {
    std::cerr << "\r\x1b[K" << std::flush;
    shown_ = false;
  }
}

}  // namespace warpshop::cli
