// Rank 0 dies without a word to the others: a worker that sends it more than MPI buffers ends all the same, with a
// message, as does one that waits for an answer.
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <vector>

#include <mpi.h>

#include "mpi/mpi_workers.hpp"

namespace {

using namespace std::chrono_literals;

/// Gives the worker one chunk, whose points it never takes, or nothing at all; then it is as good as dead.
void lead(bool first_order) {
  if (first_order) {
    std::uint64_t size = 0;
    std::array<char, 64> ready{};
    MPI_Recv(&size, 1, MPI_UINT64_T, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(ready.data(), static_cast<int>(ready.size()), MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const warpshop::mpi::Order order{.number = 0, .first = 0, .end = 100'000};
    MPI_Send(&order, sizeof order, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  }
  std::this_thread::sleep_for(2s);
  std::_Exit(EXIT_SUCCESS);
}

}  // namespace

int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  warpshop::mpi::MpiWorkers workers(200ms);
  if (!workers.is_one()) {
    lead(argc > 1);
  }
  try {
    workers.work([](warpshop::PointRange range) { return std::vector<warpshop::SweepPoint>(range.count()); });
  } catch (const std::runtime_error& error) {
    std::cout << error.what() << std::endl;
  }
  std::_Exit(EXIT_SUCCESS);
}
