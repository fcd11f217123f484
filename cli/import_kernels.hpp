#pragma once

namespace CLI {
class App;
}

namespace warpshop::cli {

/// `import ncu` and `import trtexec`: workloads of kernels without a trace.
void add_import_kernels(CLI::App& import);

}  // namespace warpshop::cli
