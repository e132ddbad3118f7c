# Warnings for our own targets only; errors where GPUPLAN_WERROR is on (CI).
add_library(gpuplan_warnings INTERFACE)
target_compile_options(gpuplan_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
    # A struct member without initializer is value-initialized; naming every one is noise.
    -Wno-missing-field-initializers
    $<$<BOOL:${GPUPLAN_WERROR}>:-Werror>
    # One rounding per operation on every machine: a fused multiply-add would change results.
    -ffp-contract=off)
