#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sim/study/sweep/remote_workers.hpp"

namespace warpshop::mpi {

class Incoming;

/// The ranks of an MPI program: rank 0 hands out, the others work. A worker asks by giving back what it made; a rank
/// that dies is not missed. All calls of MPI come from one thread at a time.
class MpiWorkers : public study::RemoteWorkers {
 public:
  /// Once MPI has started.
  MpiWorkers();
  ~MpiWorkers() override;

  unsigned count() const override { return static_cast<unsigned>(ranks_ - 1); }
  bool is_one() const override { return rank_ > 0; }
  /// Throws std::runtime_error: rank 0 has not answered for a minute.
  void work(const std::function<std::vector<SweepPoint>(PointRange)>& make) override;
  void serve(study::ChunkSource& source) override;

  /// For rank 0, at its end: tells the workers that there is nothing for them. Waits two seconds for them at most.
  void dismiss();

  /// For a worker: whether work() was called.
  bool has_worked() const { return has_worked_; }
  /// For rank 0: whether every worker has been told that it may end, so that MPI can end as well.
  bool all_have_ended() const { return ended_ == count(); }

 private:
  int rank_ = 0;
  int ranks_ = 1;
  bool has_worked_ = false;
  unsigned ended_ = 0;
  std::vector<std::unique_ptr<Incoming>> incoming_;  ///< by worker
  std::vector<Incoming*> idle_;
};

}  // namespace warpshop::mpi
