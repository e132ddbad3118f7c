#pragma once
/// The transcendental functions of everything that can reach a result. Made of + - * / and sqrt
/// alone, which IEEE 754 rounds one way only, so the same bits come out on every machine; the C
/// library's versions differ between releases and processors. docs/method.md#numbers

namespace gpuplan::des {

/// Natural logarithm, error below 1 unit in the last place. 0 gives -infinity, negatives NaN.
double log(double x);
/// log(1 + x) without the loss of digits near 0. x > -1.
double log1p(double x);
/// e^x, error below 1 unit in the last place. Large arguments give infinity, small ones 0.
double exp(double x);
/// e^x - 1 without the loss of digits near 0.
double expm1(double x);
/// base^exponent for base > 0. Whole exponents up to 2^20 are multiplied out; the error grows with
/// the exponent, about 1 unit in the last place for each factor of two.
double power(double base, double exponent);

/// The standard normal quantile, relative error about 1e-16 in exact arithmetic. p in (0, 1);
/// 0 and 1 give -/+ infinity. Source: Wichura 1988, algorithm AS 241 (PPND16), Applied Statistics
/// 37(3), 477-484.
double inverseNormal(double p);
/// The standard normal distribution function, relative error below 1e-14 in both tails.
double normalDistribution(double x);
/// The gamma function for x > 0, relative error below 1e-14; infinity past 171.6.
double gamma(double x);
/// Arcsine in radians, -1 <= x <= 1, error below two units in the last place.
double asin(double x);

} // namespace gpuplan::des
