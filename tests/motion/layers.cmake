# Second opinions on layered motions: oracles that share no code with the library, and laws over
# random stacks.
set(MMDKIT_LAYERS_TESTS curve_oracle_test mean_oracle_test layers_oracle_test layer_laws_test keys_test
    bake_oracle_test layer_switches_oracle_test layer_camera_test evaluator_vectors_test layer_stack_test
    layer_clock_oracle_test layer_text_round_trip_test layer_stack_json_garbage_test)
list(TRANSFORM MMDKIT_LAYERS_TESTS PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
list(TRANSFORM MMDKIT_LAYERS_TESTS APPEND .cpp)
mmdkit_test(layers_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/layer_oracle.cpp ${CMAKE_CURRENT_LIST_DIR}/layer_oracle_blend.cpp
          ${MMDKIT_LAYERS_TESTS}
  DEPS mmdkit::motion mmdkit_test_support)
