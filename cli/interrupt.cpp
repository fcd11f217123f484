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

void catch_unless_ignored(int signal) {
  struct sigaction before {};
  if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
    std::signal(signal, end_by_signal);
  }
}

}  // namespace

void install_interrupt_handlers() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    catch_unless_ignored(signal);
  }
}

}  // namespace warpshop::cli
