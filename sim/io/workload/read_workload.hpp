#pragma once

#include <filesystem>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "sim/io/yaml/document_text.hpp"
#include "sim/model/profile_setting.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// The file name that stands for standard input, as with other commands; `./-` is a file of that name.
inline constexpr std::string_view kStandardInput = "-";

/// Reads a workload file (`schema: warpshop.workload/1`, at most 64 MiB of UTF-8). Throws InputError at the first thing
/// that is wrong, there or in a file of arrivals that it names; one that cannot be read is named without a line.
/// `Workload::file` is the path as given, `<stdin>` for kStandardInput.
Workload read_workload(const std::filesystem::path& file);

/// The same of a file that another one names, and that has to have tasks alone. Throws InputError at its clients.
Workload read_tasks(const std::filesystem::path& file);

/// The same of a file that has been read, with values that the user wants for once, put in before a task, or a client,
/// is checked: their paths are those in its entry behind its name, or `*` for every one: `VA.kernel`, `*.h2d.memory`,
/// `chat.arrivals.poisson`, `chat.request.2.kernel`. Throws InputError with the setting also where none is called so.
Workload parse_workload(Text text, std::span<const ProfileSetting> settings);

/// The same from text; `file_name` is what errors call it.
Workload parse_workload(std::istream& text, const std::string& file_name);

}  // namespace warpshop::io
