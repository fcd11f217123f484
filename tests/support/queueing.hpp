#pragma once

#include <cstdint>
#include <vector>

// What queueing theory says of mean times in system: from arrival until served. Poisson arrivals, independent service
// times, one server unless it says otherwise, in equilibrium: all loads together are below 1. Times are in any one
// unit, rates in its inverse. Kleinrock, Queueing Systems, 1975 and 1976, has them all but Crommelin's.
namespace warpshop::test {

/// Of the times of service: mean and second moment E[S²].
struct ServiceMoments {
  double mean = 1;
  double square = 2;
};
/// Second moment mean².
ServiceMoments constant_service(double mean = 1);
/// Second moment 2 mean².
ServiceMoments exponential_service(double mean = 1);
/// Exponential with one mean for `part` of the requests, with another for the others: Σ parts × 2 mean².
ServiceMoments two_exponentials(double part, double mean, double other_mean);

/// Requests that go before those of the classes behind it; first come, first served among them.
struct PriorityClass {
  double rate = 0;
  ServiceMoments service;

  double load() const { return rate * service.mean; }
};

/// M/M/1 with services of mean 1: 1 / (1 - load). The same for all ways to serve that keep the server busy while there
/// is work and do not know how long a request takes: time slices of two clients too.
double mm1_mean(double load);
/// ln(1 / (1 - quantile)) / (1 - load): the time in system is exponential. First come, first served alone.
double mm1_quantile(double load, double quantile);

/// M/D/1 with services of 1: 1 + load / (2 (1 - load)).
double md1_mean(double load);
/// P(waiting ≤ t) = (1 - load) Σ_{i = 0 … floor t} (load (i - t))^i / i! e^{-load (i - t)} (Crommelin, 1932). Terms of
/// both signs: to 1e-5 for 0 ≤ t ≤ 30.
double md1_waits_at_most(double load, double t);
/// Below which that part of the times in system lies, for waits up to 30: halving an interval of Crommelin's formula.
double md1_quantile(double load, double quantile);

/// M/G/1, first come, first served: E[S] + rate E[S²] / (2 (1 - load)) (Pollaczek and Khinchine).
double mg1_mean(double rate, const ServiceMoments& service);
/// M/G/1 in which all that are there share the server evenly: E[S] / (1 - load), whatever the law of the services.
double shared_mean(double rate, const ServiceMoments& service);

/// By class, one that comes stops what is behind it, which goes on where it was: with s_k = Σ_{i ≤ k} load_i and R_k =
/// Σ_{i ≤ k} rate_i E[S_i²] / 2, T_k = E[S_k] / (1 - s_{k-1}) + R_k / ((1 - s_{k-1}) (1 - s_k)).
std::vector<double> preemptive_means(const std::vector<PriorityClass>& classes);
/// By class, what is served is finished first: T_k = E[S_k] + R / ((1 - s_{k-1}) (1 - s_k)), R over all classes.
std::vector<double> non_preemptive_means(const std::vector<PriorityClass>& classes);

/// M/M/c: probability that one that comes has to wait, a^c / c! / (1 - load) over that and Σ_{i < c} a^i / i!, with a =
/// c load. By the recurrence of Erlang's B: B_0 = 1, B_i = a B_{i-1} / (i + a B_{i-1}), C = B_c / (1 - load (1 - B_c)).
double erlang_c(std::uint32_t servers, double load);
/// M/M/c with services of mean 1: 1 + C / (c (1 - load)).
double mmc_mean(std::uint32_t servers, double load);

/// So many users who think for a while, ask one exponential server of mean 1, and wait for the answer: mean time from
/// question to answer by exact mean value analysis (Reiser and Lavenberg, 1980), R_n = 1 + Q_{n-1}, X_n = n / (think +
/// R_n), Q_n = X_n R_n. users ≥ 1; think > 0 on average, whatever its law.
double closed_mean(std::uint32_t users, double think);

}  // namespace warpshop::test
