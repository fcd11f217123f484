#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// The weights of a particle filter that tracks a target by its distance from the origin (PAF in S5 table 3.6). A
/// particle is a guess at the target's position p and velocity v; a window holds the distances z that were measured at
/// the times t_k = k·Δ:
/// weight = prior · exp(-Σ_k (z_k - |p + t_k·v|)² / (2·K·σ²)), K = 64. Measurements so close in time do not err
/// independently, hence the mean over the window. Weights are not normalised.
struct ParticleFilter {
  static constexpr std::string_view kName = "particle_filter";
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kParticlesPerThread = 4;
  static constexpr std::uint32_t kParticlesPerSubtask = kThreads * kParticlesPerThread;
  static constexpr std::uint32_t kWindow = 64;  ///< K
  static constexpr float kInterval = 0.1F;      ///< Δ
  static constexpr float kDeviation = 5;        ///< σ

  struct Arguments {
    const float* x;
    const float* y;
    const float* velocity_x;
    const float* velocity_y;
    const float* prior;
    const float* measured;
    float* weight;
    std::uint32_t particles;
  };
  struct Shared {
    float measured[kWindow];
  };

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      const auto t = static_cast<std::uint32_t>(thread);
      if (t < kWindow) {
        shared.measured[t] = arguments.measured[t];
      }
    });
    cta.threads([&](int thread) {
      const std::uint32_t first = subtask * kParticlesPerSubtask + static_cast<std::uint32_t>(thread);
      Particle particles[kParticlesPerThread];
      for (std::uint32_t n = 0; n < kParticlesPerThread; ++n) {
        particles[n] = particle(arguments, first + n * kThreads);
      }
      float squares[kParticlesPerThread] = {};
      for (std::uint32_t k = 0; k < kWindow; ++k) {
        const float time = static_cast<float>(k) * kInterval;
        const float measured = shared.measured[k];
        for (std::uint32_t n = 0; n < kParticlesPerThread; ++n) {
          const float error = measured - distance(particles[n], time);
          squares[n] += error * error;
        }
      }
      for (std::uint32_t n = 0; n < kParticlesPerThread; ++n) {
        const std::uint32_t i = first + n * kThreads;
        if (i < arguments.particles) {
          constexpr float kScale = -1 / (2 * kWindow * kDeviation * kDeviation);
          arguments.weight[i] = arguments.prior[i] * std::exp(kScale * squares[n]);
        }
      }
    });
  }

 private:
  struct Particle {
    float x, y, velocity_x, velocity_y;
  };

  static WARPSHOP_BODY Particle particle(const Arguments& arguments, std::uint32_t i) {
    if (i >= arguments.particles) {
      return {};
    }
    return {arguments.x[i], arguments.y[i], arguments.velocity_x[i], arguments.velocity_y[i]};
  }

  static WARPSHOP_BODY float distance(const Particle& particle, float time) {
    const float x = particle.x + time * particle.velocity_x;
    const float y = particle.y + time * particle.velocity_y;
    return std::sqrt(x * x + y * y);
  }
};

}  // namespace warpshop::kernels
