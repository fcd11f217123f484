#pragma once

namespace warpshop::study {
class RemoteWorkers;
}

namespace warpshop::cli {

/// The whole program. Returns its exit status. workers: other processes that make points of a sweep; nullptr: none.
int run_program(int argc, char** argv, study::RemoteWorkers* workers);

}  // namespace warpshop::cli
