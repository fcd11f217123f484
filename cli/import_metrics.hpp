#pragma once

namespace CLI {
class App;
}

namespace warpshop::cli {

/// `import metrics`: a profiler's samples to series.
void add_import_metrics(CLI::App& import);

}  // namespace warpshop::cli
