#include "cli/interrupt.hpp"

#include <csignal>

#include <unistd.h>

#include "sim/io/output_file.hpp"

namespace warpshop::cli {
namespace {

extern "C" void end_by_signal(int signal) {
  io::remove_open_temporaries();
  _exit(128 + signal);
}

}  // namespace

void install_interrupt_handlers() {
  std::signal(SIGINT, end_by_signal);
  std::signal(SIGTERM, end_by_signal);
}

}  // namespace warpshop::cli
