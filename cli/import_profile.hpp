#pragma once

namespace CLI {
class App;
}

namespace warpshop::cli {

/// nvbandwidth, bandwidthtest, devicequery and nvidia-smi, of `import`.
void add_import_reports(CLI::App& import);

}  // namespace warpshop::cli
