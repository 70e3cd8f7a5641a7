# GTKWave's FST library (fstapi, MIT; with lz4, BSD, and fastlz, MIT). Debian 12 has it as source only, in the folder that its package
# verilator carries for the same purpose; it is compiled into fstapi::fstapi, a static library.
find_path(Fstapi_SOURCE_DIR fstapi.c PATHS /usr/share/verilator/include/gtkwave $ENV{VERILATOR_ROOT}/include/gtkwave)
find_package(ZLIB REQUIRED)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Fstapi REQUIRED_VARS Fstapi_SOURCE_DIR
    REASON_FAILURE_MESSAGE "Debian's package verilator has it: scripts/setup.sh installs it")
if(Fstapi_FOUND AND NOT TARGET fstapi::fstapi)
    add_library(niclab_fstapi STATIC ${Fstapi_SOURCE_DIR}/fstapi.c ${Fstapi_SOURCE_DIR}/lz4.c ${Fstapi_SOURCE_DIR}/fastlz.c)
    add_library(fstapi::fstapi ALIAS niclab_fstapi)
    set_target_properties(niclab_fstapi PROPERTIES EXPORT_NAME fstapi)
    target_include_directories(niclab_fstapi SYSTEM PUBLIC $<BUILD_INTERFACE:${Fstapi_SOURCE_DIR}>)
    target_compile_definitions(niclab_fstapi PRIVATE FST_CONFIG_INCLUDE="fst_config.h" _GNU_SOURCE)
    # fastlz copies octets over themselves as words: gcc -O3 makes vectors of it that read what is not written yet.
    target_compile_options(niclab_fstapi PRIVATE -w -fno-strict-aliasing -fno-tree-vectorize)
    target_link_libraries(niclab_fstapi PUBLIC ZLIB::ZLIB)
    install(TARGETS niclab_fstapi EXPORT niclab ARCHIVE DESTINATION lib)
endif()
