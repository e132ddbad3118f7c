# ccache makes a rebuild cheap, where it is installed and has a folder it can write to.
find_program(GPUPLAN_CCACHE ccache)
if(GPUPLAN_CCACHE)
    set(probe ${PROJECT_BINARY_DIR}/CMakeFiles/ccache_probe.cpp)
    file(WRITE ${probe} "")
    execute_process(COMMAND ${GPUPLAN_CCACHE} ${CMAKE_CXX_COMPILER} -c ${probe} -o ${probe}.o
                    RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
    if(code EQUAL 0)
        set(CMAKE_CXX_COMPILER_LAUNCHER ${GPUPLAN_CCACHE})
    endif()
endif()
