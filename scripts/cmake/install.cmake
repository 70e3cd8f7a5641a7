# What `cmake --install` puts where, so that a user can put niclab::pci into a design of his own.
include(CMakePackageConfigHelpers)
include(scripts/cmake/install_data.cmake)
install(DIRECTORY scripts/niclab DESTINATION share/niclab/python
        FILES_MATCHING PATTERN *.py PATTERN *.html PATTERN *.css PATTERN *.js PATTERN *.toml PATTERN *.csv PATTERN *.md PATTERN __pycache__ EXCLUDE)
install(EXPORT niclab NAMESPACE niclab:: FILE niclabTargets.cmake DESTINATION lib/cmake/niclab)
install(FILES scripts/cmake/niclabConfig.cmake scripts/cmake/FindSystemC.cmake DESTINATION lib/cmake/niclab)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/niclabConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/niclabConfigVersion.cmake DESTINATION lib/cmake/niclab)
