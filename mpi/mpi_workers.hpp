#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <mpi.h>

#include "sim/study/sweep/chunk_dealer.hpp"

namespace warpshop::mpi {

class Incoming;

/// What a worker is told: a chunk, or that there are no more (an empty range).
struct Order {
  std::uint64_t number = 0;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// The ranks of an MPI program: rank 0 hands out, the others work. A worker asks by giving back what it made; a rank
/// that dies is not missed. All calls of MPI come from one thread at a time.
class MpiWorkers : public study::RemoteWorkers {
 public:
  /// How long a worker waits for rank 0, which takes a message and answers at once, or is dead.
  static constexpr std::chrono::milliseconds kPatience{60'000};

  /// Once MPI has started.
  explicit MpiWorkers(std::chrono::milliseconds patience = kPatience);
  ~MpiWorkers() override;

  unsigned count() const override { return static_cast<unsigned>(ranks_ - 1); }
  bool is_one() const override { return rank_ > 0; }
  int rank() const { return rank_; }
  /// Throws std::runtime_error: rank 0 has died, or neither takes a message nor answers for so long.
  void work(const std::function<std::vector<SweepPoint>(PointRange)>& make) override;
  void serve(study::ChunkDealer& dealer) override;

  /// For rank 0, at its end: tells the workers that there is nothing for them. Waits two seconds for them at most.
  void dismiss();

  /// For a worker: whether work() was called.
  bool has_worked() const { return has_worked_; }
  /// For a worker: why work() ended before there was no more to do; empty: it did not.
  const std::string& why_deserted() const { return why_deserted_; }
  /// For rank 0: whether every worker has been told that it may end, so that MPI can end as well.
  bool all_have_ended() const { return ended_ == count(); }

 private:
  struct Mail;

  void tell(std::vector<char> bytes);
  Order next_order();
  void wait_for(MPI_Request& request, std::string_view what) const;

  std::chrono::milliseconds patience_;
  int rank_ = 0;
  int ranks_ = 1;
  bool has_worked_ = false;
  std::string why_deserted_;
  unsigned ended_ = 0;
  std::unique_ptr<Mail> mail_;
  std::vector<std::unique_ptr<Incoming>> incoming_;  ///< by worker
  std::vector<Incoming*> idle_;
};

}  // namespace warpshop::mpi
