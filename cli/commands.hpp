#pragma once

namespace CLI {
class App;
}

namespace warpshop::study {
class RemoteWorkers;
}

namespace warpshop::cli {

// One function a command: adds it, with its options, to the program; it runs when the command line names it.
void add_devices(CLI::App& app);
void add_compare(CLI::App& app);
void add_simulate(CLI::App& app);
void add_calibrate(CLI::App& app);
void add_run(CLI::App& app);
void add_validate(CLI::App& app);
void add_serve(CLI::App& app);
void add_pairs(CLI::App& app);
void add_split(CLI::App& app);
void add_place(CLI::App& app);
/// workers: other processes that make points; nullptr: none.
void add_sweep(CLI::App& app, study::RemoteWorkers* workers);
void add_merge(CLI::App& app);
/// torch and nsys, and the tools of import_profile.hpp.
void add_import(CLI::App& app);
void add_replay(CLI::App& app);
void add_explain(CLI::App& app);
void add_client(CLI::App& app);
void add_peer(CLI::App& app);

}  // namespace warpshop::cli
