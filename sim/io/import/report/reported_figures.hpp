#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/model/device.hpp"

// Figures that texts say, by their paths in a profile.
namespace warpshop::io {

inline constexpr std::string_view kEngines = "dma_engines";
inline constexpr std::string_view kMemorySize = "memory.size";
inline constexpr std::string_view kMemoryBandwidth = "memory.bandwidth";

/// What a device has there, in the unit of the model: one of those above, or a bandwidth of a transfer. Nothing: it
/// does not have it, or the path is another one.
std::optional<double> figure_at(const Device& device, std::string_view path);

/// Puts a figure there.
void put_figure(Device& device, std::string_view path, double value);

/// `55.36 GB/s`; counts as they are.
std::string figure_text(std::string_view path, double value);

/// Whether two figures may be of the same thing, measured twice: up to kSameMeasurement of the larger one.
bool is_same_measurement(double one, double other);

}  // namespace warpshop::io
