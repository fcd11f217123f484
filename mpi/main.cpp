#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include "cli/program.hpp"
#include "mpi/mpi_workers.hpp"

namespace {

/// What all ranks would say, rank 0 says. Returns where standard error was, for what only this rank can say.
int be_silent() {
  const int messages = ::dup(STDERR_FILENO);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  return messages;
}

/// Which MPI this is linked with: SimGrid has functions of the same names.
void print_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  std::cout << text.data() << std::endl;
}

/// Ends MPI, or, where another rank has died and MPI waits for it, does without.
int ended(int status) {
  std::cout.flush();
  std::thread([status] {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    std::_Exit(status);
  }).detach();
  MPI_Finalize();
  return status;
}

int work(int argc, char** argv, warpshop::mpi::MpiWorkers& workers) {
  const int messages = be_silent();
  int status = EXIT_SUCCESS;
  if (argc > 1 && std::string_view(argv[1]) == "sweep") {
    status = warpshop::cli::run_program(argc, argv, &workers);
  }
  if (!workers.has_worked()) {
    try {
      workers.work([](warpshop::PointRange /*range*/) -> std::vector<warpshop::SweepPoint> {
        throw std::runtime_error("mpi: a rank cannot read what rank 0 has read");
      });
    } catch (const std::runtime_error&) {
      status = EXIT_FAILURE;
    }
  }
  if (!workers.why_deserted().empty()) {
    ::dprintf(messages, "warpshop: rank %d ends: %s\n", workers.rank(), workers.why_deserted().c_str());
  }
  return ended(status);
}

int lead(int argc, char** argv, warpshop::mpi::MpiWorkers& workers) {
  if (argc == 2 && std::string_view(argv[1]) == "--version") {
    print_library();
  }
  const int status = warpshop::cli::run_program(argc, argv, &workers);
  if (!workers.all_have_ended()) {
    workers.dismiss();
  }
  return ended(status);
}

}  // namespace

int main(int argc, char** argv) {
  int level = 0;
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS || level < MPI_THREAD_SERIALIZED) {
    std::cerr << "warpshop-mpi: MPI does not start, or takes no calls from threads\n";
    return EXIT_FAILURE;
  }
  warpshop::mpi::MpiWorkers workers;
  return workers.is_one() ? work(argc, argv, workers) : lead(argc, argv, workers);
}
