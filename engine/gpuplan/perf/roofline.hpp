#pragma once
/// The roofline: an operation takes as long as its arithmetic or its memory traffic, whichever is
/// longer. Source: Williams, Waterman, Patterson 2009; docs/method.md#roofline

namespace gpuplan::perf {

/// What an operation does. A multiply-add counts 2.
struct Operation {
    double flops = 0; ///< FLOP, >= 0
    double bytes = 0; ///< device memory read and written, B, >= 0
};

/// What it runs on, with the shares of the peaks that kernels reach.
struct Roof {
    double peak = 0;       ///< FLOP/s, dense, of the precision; > 0
    double etaCompute = 1; ///< 0 < eta <= 1
    double bandwidth = 0;  ///< B/s, > 0
    double etaMemory = 1;  ///< 0 < eta <= 1
    double overhead = 0;   ///< s, launch and tail
};

struct RooflineTime {
    double time = 0; ///< s
    bool isMemoryBound = false;
};

/// max( F/(P eta_c), Q/(BW eta_m) ) + overhead; a tie is compute bound.
RooflineTime rooflineTime(const Operation& operation, const Roof& roof);

/// The matrix product of m x k by k x n: 2 m n k FLOP, and each of the three matrices once over the
/// memory bus. \param elementBytes  of one number
Operation matrixProduct(double m, double n, double k, double elementBytes);

/// FLOP per byte at which arithmetic and traffic take equally long: peak/bandwidth.
double ridgePoint(double peak, double bandwidth);

} // namespace gpuplan::perf
