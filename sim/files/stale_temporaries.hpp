#pragma once

#include <filesystem>
#include <string>

namespace warpshop::files {

/// The name of a temporary: `.warpshop-PROCESS-NUMBER.tmp`, different at each call. Whoever writes it holds a lock on
/// it (flock) for as long as it is open, which ends with the process, however that ends.
std::string temporary_name();

/// Removes the temporaries in a folder whose processes were killed: regular files of this user's with such a name that
/// nobody holds a lock on. Those of other processes at work, and where locks are not to be had, stay.
void remove_stale_temporaries(const std::filesystem::path& folder);

}  // namespace warpshop::files
