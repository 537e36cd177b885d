# Flags of our own targets only: packages and users of the libraries never see them.
# -ffp-contract=off: gcc would fuse a*b+c where the CPU can, clang would not, and bakes would differ.
add_library(mmdkit_build_flags INTERFACE)
add_library(mmdkit::build_flags ALIAS mmdkit_build_flags)
target_compile_options(mmdkit_build_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wdouble-promotion -ffp-contract=off)

# mmdkit_library(<layer> SOURCES <cpp...> HEADERS <h...> [DEPS <target...>])
#
# One static library per folder of lib/. DEPS are the layers below and packages; they are PUBLIC on
# purpose: what a layer may include is what it links.
function(mmdkit_library layer)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS;DEPS")
  add_library(mmdkit_${layer} STATIC ${arg_SOURCES})
  add_library(mmdkit::${layer} ALIAS mmdkit_${layer})
  target_sources(mmdkit_${layer} PUBLIC
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/lib FILES ${arg_HEADERS})
  target_link_libraries(mmdkit_${layer} PUBLIC ${arg_DEPS} PRIVATE mmdkit::build_flags)
  set_target_properties(mmdkit_${layer} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

include(GoogleTest)

# mmdkit_test(<name> SOURCES <cpp...> DEPS <target...>): one runner, one CTest entry per TEST.
function(mmdkit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS")
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${arg_DEPS} GTest::gtest_main mmdkit::build_flags)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()
