#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/swept.hpp"
#include "sim/files/sweep_folder.hpp"

namespace warpshop::cli {
namespace {

struct MergeOptions {
  std::vector<std::string> folders;
  SweptOptions swept;
};

void run(const MergeOptions& options) {
  std::vector<std::filesystem::path> read;
  for (const std::string& folder : options.folders) {
    read.push_back(std::filesystem::path(folder) / files::kManifestName);
  }
  Output output(options.swept.output, read);
  const std::vector<files::SweepFolder> folders(options.folders.begin(), options.folders.end());
  SweepManifest manifest = folders.front().manifest();
  manifest.head.timing = options.swept.timing;
  files::KeptPoints kept(folders);
  Progress progress(options.swept.output);
  print_swept(output, manifest, summed_up(manifest, output, progress, [&] { return kept.next(); }));
}

}  // namespace

void add_merge(CLI::App& app) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command =
      app.add_subcommand("merge", "the answer of a sweep out of the folders that its shards were kept in");
  command->add_option("FOLDER", options->folders, "what sweep --keep was given, one or several")->required();
  add_swept_options(*command, options->swept);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
