#pragma once

#include <string>
#include <string_view>

namespace warpshop::cli {

/// What a profile may be called, of what its GPU is called: `NVIDIA A100-SXM4-40GB` is a100-sxm4-40gb; `otherwise` of
/// one without a name.
std::string device_name_of(std::string_view gpu, std::string_view otherwise);

}  // namespace warpshop::cli
