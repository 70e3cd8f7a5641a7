# find_package(niclab): the libraries niclab::base to niclab::lab.
include(CMakeFindDependencyMacro)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
find_dependency(SystemC)
find_dependency(fmt)
find_dependency(tomlplusplus)
find_dependency(nlohmann_json)
find_dependency(OpenSSL)
include(${CMAKE_CURRENT_LIST_DIR}/niclabTargets.cmake)
