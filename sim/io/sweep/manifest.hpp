#pragma once

#include <string>

#include "sim/model/sweep_manifest.hpp"

namespace warpshop::io {

/// A manifest as JSON, `warpshop.manifest/1`, with a line end.
std::string manifest_text(const SweepManifest& manifest);

/// The manifest that manifest_text() made. Throws InputError: it is none, or was edited.
SweepManifest parse_manifest(const std::string& text, const std::string& file);

/// Where two sweeps differ, `policies '["neh"]' there, '["si"]' here`, the first found; empty: nowhere. How the sweep
/// file was called does not matter.
std::string difference(const SweepManifest& here, const SweepManifest& there);

/// All of it but how the file was called, in one text.
std::string identity(const SweepManifest& manifest);

}  // namespace warpshop::io
