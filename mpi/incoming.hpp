#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <mpi.h>

namespace warpshop::mpi {

/// A message that comes in while others are dealt with: first how long it is, then the rest, so that a rank which dies
/// half-way holds nobody up.
class Incoming {
 public:
  explicit Incoming(int rank) : rank_(rank) { expect(); }
  Incoming(const Incoming&) = delete;
  Incoming& operator=(const Incoming&) = delete;

  int rank() const { return rank_; }

  /// There will be another one; nothing may be expected already.
  void expect() {
    is_size_ = true;
    MPI_Irecv(&size_, 1, MPI_UINT64_T, rank_, 0, MPI_COMM_WORLD, &request_);
  }

  /// Whether a whole message has come, which take() gives; false until the next is expected.
  bool arrived() {
    if (request_ == MPI_REQUEST_NULL || !request_done()) {
      return false;
    }
    if (is_size_) {
      is_size_ = false;
      bytes_.resize(size_);
      MPI_Irecv(bytes_.data(), static_cast<int>(bytes_.size()), MPI_BYTE, rank_, 0, MPI_COMM_WORLD, &request_);
      return request_done();
    }
    return true;
  }

  std::vector<char> take() { return std::exchange(bytes_, {}); }

 private:
  bool request_done() {
    int done = 0;
    if (MPI_Test(&request_, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
      request_ = MPI_REQUEST_NULL;  // the rank has died
      return false;
    }
    return done != 0;
  }

  int rank_;
  bool is_size_ = true;
  std::uint64_t size_ = 0;
  std::vector<char> bytes_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace warpshop::mpi
