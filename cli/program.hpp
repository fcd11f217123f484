#pragma once

#include <cstddef>
#include <memory>

namespace warpshop::study {
class RemoteWorkers;
}

namespace warpshop::cli {

/// The whole program. Returns its exit status. workers: other processes that make points of a sweep; nullptr: none.
int run_program(int argc, char** argv, study::RemoteWorkers* workers);

/// Opens something for each of standard input, output and error that whoever started the program had closed, so that no
/// file that is opened later takes its place and receives what was meant for it. It can neither be read nor written,
/// nor opened again by names such as /dev/stdout: all that fails as it does where a stream is closed.
void open_missing_streams();

}  // namespace warpshop::cli

namespace CLI {
class FormatterBase;
}

namespace warpshop::cli {

/// Help texts whose lines have at most so many characters; what is said of an option goes on below where it begins.
std::shared_ptr<CLI::FormatterBase> help_formatter(std::size_t width);

}  // namespace warpshop::cli
