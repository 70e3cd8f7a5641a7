# Finds Debian's SystemC, which ships no CMake package, and defines SystemC::systemc.
find_path(SystemC_INCLUDE_DIR systemc)
find_library(SystemC_LIBRARY systemc)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC REQUIRED_VARS SystemC_LIBRARY SystemC_INCLUDE_DIR)
if(SystemC_FOUND AND NOT TARGET SystemC::systemc)
    find_package(Threads REQUIRED)
    add_library(SystemC::systemc UNKNOWN IMPORTED)
    set_target_properties(SystemC::systemc PROPERTIES IMPORTED_LOCATION "${SystemC_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${SystemC_INCLUDE_DIR}" INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()
