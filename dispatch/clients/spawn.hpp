#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "dispatch/clients/file_descriptor.hpp"

namespace warpshop::dispatch {

/// What a child process finds in its environment beside what this one has; no value: it does not find that variable.
using Environment = std::map<std::string, std::optional<std::string>>;

/// What becomes of a child when the thread that started it ends, by a signal or otherwise.
enum class Orphan : std::uint8_t { killed, goes_on };

struct Spawned {
  pid_t id = -1;
  FileDescriptor channel;  ///< a socket: the other end is its stdin and its stdout
  FileDescriptor errors;   ///< a file without a name: its stderr
};

/// Starts a program: its path, then its arguments. Nothing else that is open here is open there if it was opened as is
/// usual (O_CLOEXEC), and no signal is blocked. Throws DeviceError: it cannot be started.
Spawned spawn(const std::vector<std::string>& command, const Environment& environment, Orphan orphan);

}  // namespace warpshop::dispatch
