#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "sim/files/device_store.hpp"
#include "sim/files/embedded_devices.hpp"
#include "sim/files/installed_gpus.hpp"

namespace warpshop::cli {
namespace {

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  for (const files::EmbeddedDevice& profile : files::device_templates()) {
    names.emplace_back(profile.name);
  }
  return names;
}

struct DevicesOptions {
  std::string template_name;  ///< empty: list the profiles
  OutputOptions output;
};

void print_template(const DevicesOptions& options) {
  const auto templates = files::device_templates();
  const auto found = std::find_if(templates.begin(), templates.end(), [&](const files::EmbeddedDevice& profile) {
    return profile.name == options.template_name;
  });
  Output output(options.output, Heading::none);
  output.stream() << found->text;
  output.commit();
}

void list(const OutputOptions& options) {
  Output output(options);
  print(output, ListedDevices{files::known_devices(), files::installed_gpus(), version()});
  output.commit();
}

}  // namespace

void add_devices(CLI::App& app) {
  auto options = std::make_shared<DevicesOptions>();
  CLI::App* command = app.add_subcommand("devices", "device profiles known here, and GPUs found");
  CLI::Option* chosen =
      command
          ->add_option("--template", options->template_name,
                       "print a profile to fill in, with comments that say how each value is measured")
          ->check(CLI::IsMember(template_names()));
  add_output_options(*command, options->output);
  chosen->excludes(command->get_option("--format"));
  command->callback([options] {
    if (options->template_name.empty()) {
      list(options->output);
    } else {
      print_template(*options);
    }
  });
}

}  // namespace warpshop::cli
