# gpuplan_add_test(NAME name SOURCES a.cpp ... [LIBS target ...] [SLOW])
# One Catch2 executable a module; the slow header is compiled once in gpuplan_test_main.
# SLOW: it also holds cases tagged [.slow], which `ctest -C Slow` (./do test --all) runs.
function(gpuplan_add_test)
    cmake_parse_arguments(arg "SLOW" "NAME" "SOURCES;LIBS" ${ARGN})
    add_executable(${arg_NAME} ${arg_SOURCES})
    target_link_libraries(${arg_NAME} PRIVATE gpuplan::engine gpuplan_warnings gpuplan_test_main
                                              ${arg_LIBS})
    target_compile_definitions(${arg_NAME} PRIVATE
        GPUPLAN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    # Tests are compiled for a quick build: what they test keeps its own flags.
    target_compile_options(${arg_NAME} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O0;-g1>)
    set_target_properties(${arg_NAME} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/bin)
    add_test(NAME ${arg_NAME} COMMAND ${arg_NAME} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${arg_NAME} PROPERTIES TIMEOUT 600)
    if(arg_SLOW)
        add_test(NAME ${arg_NAME}_slow CONFIGURATIONS Slow COMMAND ${arg_NAME} "[.slow]"
                 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
        set_tests_properties(${arg_NAME}_slow PROPERTIES TIMEOUT 3600)
    endif()
endfunction()

# gpuplan_add_python_test(NAME name SCRIPT file.py [ARGS ...])
# Debian's own interpreter first: it sees Debian's modules (python3-jsonschema).
find_program(GPUPLAN_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(GPUPLAN_PYTHON NAMES python3)
function(gpuplan_add_python_test)
    cmake_parse_arguments(arg "" "NAME;SCRIPT" "ARGS" ${ARGN})
    add_test(NAME ${arg_NAME}
             COMMAND ${GPUPLAN_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/${arg_SCRIPT} ${arg_ARGS}
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${arg_NAME} PROPERTIES TIMEOUT 600
                         ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
endfunction()
