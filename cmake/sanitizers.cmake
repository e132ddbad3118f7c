# GPUPLAN_SANITIZE="address;undefined" or "thread" instruments everything we compile.
if(GPUPLAN_SANITIZE)
    list(JOIN GPUPLAN_SANITIZE "," gpuplan_sanitizers)
    add_compile_options(-fsanitize=${gpuplan_sanitizers} -fno-omit-frame-pointer
                        -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${gpuplan_sanitizers})
endif()
