#pragma once

namespace warpshop::cli {

/// SIGINT and SIGTERM end the program with 128 + signal (130 for Ctrl-C) and leave no half-written file.
void install_interrupt_handlers();

}  // namespace warpshop::cli
