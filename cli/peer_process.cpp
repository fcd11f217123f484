#include "cli/peer_process.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include <poll.h>

#include "sim/model/device_error.hpp"

namespace warpshop::cli {
namespace {

constexpr std::chrono::seconds kPatience{60};  // for what takes milliseconds

/// The next line of the peer, see cli/peer.cpp.
void await_line(dispatch::ChildProcess& peer) {
  const auto deadline = dispatch::ChildProcess::Clock::now() + kPatience;
  while (!peer.next_line()) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - dispatch::ChildProcess::Clock::now()).count();
    pollfd channel{.fd = peer.channel(), .events = POLLIN, .revents = 0};
    if (left <= 0 || ::poll(&channel, 1, static_cast<int>(left)) == 0 || !peer.receive()) {
      const std::string last_words = peer.last_words();
      throw DeviceError("the second process " + (last_words.empty() ? "does not answer" : "said: " + last_words));
    }
  }
}

}  // namespace

std::function<void(bool runs)> start_peer_process(const HardwareOptions& hardware, const std::string& program,
                                                  dispatch::Environment environment) {
  const std::vector<std::string> command{
      std::filesystem::canonical(program), "peer", "--backend", hardware.backend, "--gpu",
      std::to_string(hardware.gpu)};
  // CUDA that finds no daemon of MPS where it is told to look goes on without.
  environment["CUDA_MPS_PIPE_DIRECTORY"] = "/dev/null";
  auto peer = std::make_shared<dispatch::ChildProcess>(command, environment);
  await_line(*peer);
  return [peer](bool runs) {
    peer->write(runs ? "run\n" : "answer\n");
    await_line(*peer);
  };
}

}  // namespace warpshop::cli
