#pragma once
/// How long a job runs where it stands. A pure function of the job and the hardware.

#include <gpuplan/units/decimal.hpp>
#include <gpuplan/units/time.hpp>

namespace gpuplan::perf {

/// Run time of a job on hardware that does `speed` times the work per hour of the hardware its
/// given duration was taken on: duration / speed, half to even to a microsecond. speed > 0. Layer
/// L0 of docs/method.md#layers: the duration is measured or assumed by the workload.
inline Duration runTime(Duration given, const Decimal& speed) {
    if (speed == Decimal::integer(1))
        return given;
    return Duration(toInt64(
        multiplyDivideHalfEven(given.count(), powerOfTen(speed.places()), speed.mantissa())));
}

} // namespace gpuplan::perf
