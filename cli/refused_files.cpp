#include "cli/refused_files.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>

#include <fmt/format.h>

#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"

namespace warpshop::cli {

bool RefusedFiles::attempt(const std::filesystem::path& file, const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const InputError& error) {
    if (files_ == 1) {
      throw;
    }
    const bool names_its_file = error.message() != std::string_view(error.what());
    const std::string name = file == io::kStandardInput ? "<stdin>" : file.string();
    const std::string message(error.message());
    const auto known =
        std::find_if(reasons_.begin(), reasons_.end(), [&](const Reason& reason) { return reason.message == message; });
    ++refused_;
    if (known != reasons_.end()) {
      ++known->files;
    } else {
      reasons_.push_back({message, names_its_file ? error.what() : InputError(name, {}, error.what()).what()});
    }
    return false;
  }
}

void RefusedFiles::check() const {
  if (reasons_.empty()) {
    return;
  }
  for (const Reason& reason : reasons_) {
    std::cerr << reason.first
              << (reason.files == 1 ? "" : fmt::format(" (and so in {} more of these files)", reason.files - 1))
              << '\n';
  }
  throw InputError(fmt::format("{} of {} workloads compared; {} refused, see above", files_ - refused_, files_,
                               refused_ == 1 ? "one is" : fmt::format("{} are", refused_)));
}

}  // namespace warpshop::cli
