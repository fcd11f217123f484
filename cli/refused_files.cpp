#include "cli/refused_files.hpp"

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
    reasons_.emplace_back(names_its_file ? error.what() : InputError(name, {}, error.what()).what());
    return false;
  }
}

void RefusedFiles::check() const {
  if (reasons_.empty()) {
    return;
  }
  for (const std::string& reason : reasons_) {
    std::cerr << reason << '\n';
  }
  throw InputError(fmt::format("{} of {} workloads compared; {} refused, see above", files_ - reasons_.size(), files_,
                               reasons_.size() == 1 ? "one is" : fmt::format("{} are", reasons_.size())));
}

}  // namespace warpshop::cli
