#pragma once

namespace warpshop::cli {

/// Opens something for each of standard input, output and error that whoever started the program had closed, so that no
/// file that is opened later takes its place and receives what was meant for it. It can neither be read nor written,
/// nor opened again by names such as /dev/stdout: all that fails as it does where a stream is closed.
void open_missing_streams();

}  // namespace warpshop::cli
