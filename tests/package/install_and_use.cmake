# Installs the build into an empty folder, builds a consumer that knows only that folder, runs it
# and the installed program.
set(work ${BUILD_DIR}/tests/package-work)
set(prefix ${work}/prefix)
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
    if(NOT code EQUAL 0)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "${command}\nended with ${code}:\n${out}")
    endif()
    set(out "${out}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})

# Moved, as a package is: nothing may point back to where it was built or first installed.
file(RENAME ${prefix} ${work}/moved)
set(prefix ${work}/moved)

# The JSON library is an inner matter: the consumer builds as if it were not installed.
run(${CMAKE_COMMAND} -S ${CONSUMER_DIR} -B ${work}/consumer -G ${GENERATOR}
    -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON)
run(${CMAKE_COMMAND} --build ${work}/consumer)
run(${work}/consumer/consumer ${prefix}/share/gpuplan/data)
if(NOT out STREQUAL "294.96 USD\n")
    message(FATAL_ERROR "the consumer said: ${out}")
endif()

file(GLOB_RECURSE headers ${prefix}/include/gpuplan/*.hpp)
list(LENGTH headers count)
if(count LESS 20)
    message(FATAL_ERROR "only ${count} headers were installed")
endif()

run(${prefix}/bin/gpuplan --version)
if(NOT out MATCHES "^gpuplan [0-9]+\\.[0-9]+\\.[0-9]+\n$")
    message(FATAL_ERROR "the installed program said: ${out}")
endif()
file(REMOVE_RECURSE ${work})
