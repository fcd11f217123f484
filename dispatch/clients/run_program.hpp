#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dispatch/clients/child_process.hpp"

namespace warpshop::dispatch {

/// The path of a program, looked up on PATH as a shell does.
std::optional<std::string> find_program(const std::string& name);

/// What came of a program.
struct ProgramResult {
  std::optional<int> status;  ///< as waitpid() says; none: it took too long and was killed
  std::string output;         ///< of stdout
  std::string last_words;     ///< of stderr
  bool succeeded() const { return status == 0; }
};

/// Runs a program that reads `input`; of processes that it leaves behind, nothing is waited for. Throws DeviceError: it
/// cannot be started.
ProgramResult run_program(const std::vector<std::string>& command, const Environment& environment,
                          std::string_view input, std::chrono::milliseconds timeout);

}  // namespace warpshop::dispatch
