# `find_package(gpuplan)` gives gpuplan::engine. Headers need the standard library alone, so the
# package asks only for what the static library links.
include(CMakePackageConfigHelpers)

set(GPUPLAN_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/gpuplan)

set_target_properties(gpuplan_engine PROPERTIES EXPORT_NAME engine)
install(TARGETS gpuplan_engine EXPORT gpuplan-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT gpuplan-targets NAMESPACE gpuplan:: DESTINATION ${GPUPLAN_CMAKE_DIR})

configure_package_config_file(cmake/gpuplan-config.cmake.in gpuplan-config.cmake
                              INSTALL_DESTINATION ${GPUPLAN_CMAKE_DIR}
                              PATH_VARS CMAKE_INSTALL_DATADIR)
# Before 1.0 a minor version may change what a consumer sees.
write_basic_package_version_file(gpuplan-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gpuplan-config.cmake
              ${PROJECT_BINARY_DIR}/gpuplan-config-version.cmake
        DESTINATION ${GPUPLAN_CMAKE_DIR})

install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gpuplan/data)
install(DIRECTORY scenarios/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gpuplan/scenarios)
