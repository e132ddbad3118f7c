# gpuplan_add_test(NAME name SOURCES a.cpp ... [LIBS target ...])
# One Catch2 executable a module; the slow header is compiled once in gpuplan_test_main.
function(gpuplan_add_test)
    cmake_parse_arguments(arg "" "NAME" "SOURCES;LIBS" ${ARGN})
    add_executable(${arg_NAME} ${arg_SOURCES})
    target_link_libraries(${arg_NAME} PRIVATE gpuplan::engine gpuplan_warnings gpuplan_test_main
                                              ${arg_LIBS})
    target_compile_definitions(${arg_NAME} PRIVATE
        GPUPLAN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    set_target_properties(${arg_NAME} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/bin)
    add_test(NAME ${arg_NAME} COMMAND ${arg_NAME} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${arg_NAME} PROPERTIES TIMEOUT 600)
endfunction()
