#pragma once

namespace warpshop::cli {

/// SIGINT, SIGTERM and SIGHUP end the program with 128 + signal (130 for Ctrl-C) and leave no half-written file. One
/// that is ignored stays so, as nohup wants it.
void install_interrupt_handlers();

}  // namespace warpshop::cli
