#pragma once
/// What interruptions cost a job that saves its state now and then: best interval, expected time,
/// price of a useful spot hour. docs/method.md#checkpoints
///
/// Times in seconds. Failures are exponential with mean `mtbf` (infinity: none); they may strike
/// during a checkpoint and a restart too.

namespace gpuplan::finance {

/// sqrt(2 C M). Young 1974. checkpoint >= 0, mtbf > 0.
double youngInterval(double checkpoint, double mtbf);
/// sqrt(2CM)[1 + (1/3) sqrt(C/2M) + (1/9)(C/2M)] - C, and M if C >= 2M. Daly 2006.
double dalyInterval(double checkpoint, double mtbf);
/// The interval of least expected time, M (1 + W0(-e^(-1-C/M))), W0 the principal Lambert branch.
double bestInterval(double checkpoint, double mtbf);

struct CheckpointModel {
    double interval = 0;   ///< tau: work between checkpoints, > 0
    double checkpoint = 0; ///< C: stall of one checkpoint, >= 0
    double restart = 0;    ///< R: detect, reschedule, load, >= 0
    double mtbf = 0;       ///< M: of the whole job, > 0
};

/// Expected time over useful time, at least 1: M e^(R/M) (e^((tau+C)/M) - 1)/tau. Daly 2006.
/// May be infinite where the interval is many times the MTBF.
double timeMultiplier(const CheckpointModel& model);
/// Expected time of `work` seconds of work.
double expectedTime(double work, const CheckpointModel& model);

/// MTBF in seconds at a rate of losses per hour; infinity at 0.
double mtbfFromLossesPerHour(double lossesPerHour);

} // namespace gpuplan::finance
