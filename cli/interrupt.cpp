#include "cli/interrupt.hpp"

#include <csignal>

#include <unistd.h>

#include "sim/io/output_file.hpp"

namespace warpshop::cli {
namespace {

volatile std::sig_atomic_t kept_signal = 0;
volatile std::sig_atomic_t guarded = 0;

extern "C" void end_by_signal(int signal) {
  if (guarded != 0 && kept_signal == 0) {
    kept_signal = signal;
    return;
  }
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

InterruptGuard::InterruptGuard() {
  kept_signal = 0;
  guarded = 1;
}

InterruptGuard::~InterruptGuard() {
  guarded = 0;
}

bool InterruptGuard::interrupted() const {
  return kept_signal != 0;
}

void InterruptGuard::check() const {
  if (interrupted()) {
    throw Interrupted(kept_signal);
  }
}

}  // namespace warpshop::cli
