# Mutants: the bound test compiled against a copy of cuddreal.h in which one error term is dropped.
# Each must be caught by a broken bound of a function that uses the term, said in the test's output;
# a crash does not count.

# Writes mutants/<name>/dd/<header> in the build folder: the public header with one piece of text
# replaced, which must stand in it exactly once.
function(_ddblas_mutate name header old new)
    set(source ${PROJECT_SOURCE_DIR}/include/dd/${header})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(READ ${source} text)
    string(FIND "${text}" "${old}" first)
    string(FIND "${text}" "${old}" last REVERSE)
    if(first EQUAL -1 OR NOT first EQUAL last)
        message(FATAL_ERROR "mutant ${name}: the text to change must stand in ${header} exactly once: ${old}")
    endif()
    string(REPLACE "${old}" "${new}" text "${text}")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/mutants/${name}/dd/${header} CONTENT "${text}" @ONLY)
endfunction()

# ddblas_mutant(name functions "old text" "new text"): of cuddreal.h. `functions` is a regular
# expression of names, one of whose bounds must break.
function(ddblas_mutant name functions old new)
    _ddblas_mutate(${name} cuddreal.h "${old}" "${new}")
    set(copy ${PROJECT_BINARY_DIR}/mutants/${name})
    add_library(mutant_${name}_functions OBJECT ${PROJECT_SOURCE_DIR}/validation/number/functions/scalar_functions.c)
    target_include_directories(mutant_${name}_functions PRIVATE ${copy} ${PROJECT_SOURCE_DIR}/include
        ${dd_validation_folders} ${PROJECT_SOURCE_DIR}/validation/number/functions)
    target_link_libraries(mutant_${name}_functions PRIVATE ddblas_flags QD::QD)
    add_executable(mutant_${name} ${PROJECT_SOURCE_DIR}/validation/number/mutant_scalar.c $<TARGET_OBJECTS:mutant_${name}_functions>)
    target_link_libraries(mutant_${name} PRIVATE ddblas_flags dd_scalar)
    add_test(NAME mutant_${name} COMMAND mutant_${name})
    set_tests_properties(mutant_${name} PROPERTIES LABELS mutant PASS_REGULAR_EXPRESSION "bound broken: (${functions}) error")
endfunction()

ddblas_mutant(mul_without_low_product "cuddMul"
    "    double t = cudd_mul(al, bl);\n    t = cudd_fma(ah, bl, t);" "    double t = cudd_mul(ah, bl);")
ddblas_mutant(mul_without_cross_product "cuddMul" "    t = cudd_fma(al, bh, t);\n" "")
ddblas_mutant(two_sum_without_error_of_b "cuddAdd|cuddSub"
    "cudd_add(cudd_sub(a, aa), cudd_sub(b, bb))" "cudd_sub(a, aa)")
ddblas_mutant(add_sloppy "cuddAdd|cuddSub"
    "    cuddreal v = cuddFastTwoSum(s.x, cudd_add(s.y, t.x));\n    return cuddFastTwoSum(v.x, cudd_add(t.y, v.y));"
    "    return cuddFastTwoSum(s.x, cudd_add(s.y, t.x));")
ddblas_mutant(sqr_without_low_square "cuddSqr" "cudd_fma(a.x, 2.0 * a.y, cudd_mul(a.y, a.y))" "cudd_mul(a.x, 2.0 * a.y)")
ddblas_mutant(div_without_low_divisor "cuddDiv|cuddDDiv" "-cudd_mul(b.y, t)" "0.0")
ddblas_mutant(div_d_without_remainder_error "cuddDivD" "cudd_sub(cudd_sub(a.x, p.x), p.y)" "cudd_sub(a.x, p.x)")
ddblas_mutant(sqrt_without_low_part "cuddSqrt" "cudd_add(a.y, cudd_fma(-s, s, a.x))" "cudd_fma(-s, s, a.x)")

# The same for the residue route of gemm: a test of validation/level3/gemm, t_gemm_plan.c or one
# named, compiled against a copy of its arithmetic must fail.
function(ddblas_residue_mutant name old new)
    set(test t_gemm_plan)
    if(ARGC GREATER 3)
        set(test ${ARGV3})
    endif()
    set(header ${PROJECT_SOURCE_DIR}/src/level3/gemm/residue/gemm_residue_arith.h)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(READ ${header} text)
    string(FIND "${text}" "${old}" first)
    string(FIND "${text}" "${old}" last REVERSE)
    if(first EQUAL -1 OR NOT first EQUAL last)
        message(FATAL_ERROR "mutant ${name}: the text to change must stand in gemm_residue_arith.h exactly once: ${old}")
    endif()
    string(REPLACE "${old}" "${new}" text "${text}")
    string(REPLACE "\"gemm_residue.h\"" "\"level3/gemm/residue/gemm_residue.h\"" text "${text}")
    set(copy ${PROJECT_BINARY_DIR}/mutants/${name})
    file(CONFIGURE OUTPUT ${copy}/level3/gemm/residue/gemm_residue_arith.h CONTENT "${text}" @ONLY)
    add_executable(mutant_${name} ${PROJECT_SOURCE_DIR}/validation/level3/gemm/${test}.c)
    target_include_directories(mutant_${name} BEFORE PRIVATE ${copy})
    target_link_libraries(mutant_${name} PRIVATE ddblas_flags dd_validation)
    target_compile_options(mutant_${name} PRIVATE -w) # what was changed may leave a variable unused
    add_test(NAME mutant_${name} COMMAND mutant_${name})
    set_tests_properties(mutant_${name} PROPERTIES LABELS mutant PASS_REGULAR_EXPRESSION "FAILED TEST")
endfunction()

ddblas_residue_mutant(residue_without_low_part "(int64_t)middle + (int64_t)part" "(int64_t)middle")
ddblas_residue_mutant(residue_without_carry "        sum[j + 1] = cudd_fma(carry, per_unit, sum[j + 1]);\n" "")
ddblas_residue_mutant(residue_without_rest "return cuddFastTwoSum(total, rest);" "return cuddMake(total, 0.0);")
ddblas_residue_mutant(residue_without_guard "((float)product + beside) * factor >= error_a + error_b" "product >= 0")
ddblas_residue_mutant(residue_second_key_lost "less > second ? less : second" "second")
ddblas_residue_mutant(residue_scale_of_the_outlier "s.key = outlier || second > key ? second : key" "s.key = key")
ddblas_residue_mutant(residue_inexact_unseen "x != whole ||" "0 ||")
ddblas_residue_mutant(residue_byte_without_quotient " + (uint32_t)gemm_high_product(c, reciprocal) * (uint32_t)minus" ""
    t_gemm_fused)
ddblas_residue_mutant(residue_byte_of_low_half "(c >> 16) * high +" "" t_gemm_fused)
ddblas_residue_mutant(residue_not_least " - (2 * s > p ? p : 0)" "" t_gemm_complex_three)
ddblas_residue_mutant(residue_imaginary_of_two "p3 - p1 - p2" "p3 - p1" t_gemm_complex_three)

# The same for files of the library that compute: ddblas_source_mutant(name test "sources of the
# test" file "old text" "new text" only). The test of validation/, linked with a copy of the file,
# src/.../x.c, in which one text is changed, must fail. The copy replaces the library's object,
# because it has all its symbols. `only` names the tests of the program that run.
function(ddblas_source_mutant name path sources file old new only)
    set(original ${PROJECT_SOURCE_DIR}/src/${file})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${original})
    get_filename_component(folder ${original} DIRECTORY)
    get_filename_component(base ${original} NAME)
    file(READ ${original} text)
    string(FIND "${text}" "${old}" first)
    string(FIND "${text}" "${old}" last REVERSE)
    if(first EQUAL -1 OR NOT first EQUAL last)
        message(FATAL_ERROR "mutant ${name}: the text to change must stand in ${file} exactly once: ${old}")
    endif()
    string(REPLACE "${old}" "${new}" text "${text}")
    set(copy ${PROJECT_BINARY_DIR}/mutants/${name})
    file(CONFIGURE OUTPUT ${copy}/${base} CONTENT "${text}" @ONLY)
    list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/validation/ REGEX "^[^/$]")
    get_filename_component(test ${path} NAME)
    get_filename_component(room ${path} DIRECTORY)
    _ddblas_shared_objects(parts ${sources})
    add_executable(mutant_${name} ${PROJECT_SOURCE_DIR}/validation/${room}/t_${test}.c ${parts} ${copy}/${base})
    target_include_directories(mutant_${name} BEFORE PRIVATE ${copy} ${folder})
    target_link_libraries(mutant_${name} PRIVATE ddblas_flags dd_validation)
    target_compile_definitions(mutant_${name} PRIVATE DDBLAS_VALIDATION_DIR="${PROJECT_SOURCE_DIR}/validation")
    target_compile_options(mutant_${name} PRIVATE -w)
    add_test(NAME mutant_${name} COMMAND mutant_${name})
    set_tests_properties(mutant_${name} PROPERTIES LABELS mutant PASS_REGULAR_EXPRESSION "FAILED TEST" TIMEOUT 900
        ENVIRONMENT "DDBLAS_TUNE_TABLE=none;OMP_WAIT_POLICY=passive;DDBLAS_TEST_SCALE=10;DDBLAS_TEST_ONLY=${only}")
endfunction()

set(expert factor/expert/expert_case.c factor/refine_case.c)
function(ddblas_expert_mutant name file old new only)
    ddblas_source_mutant(expert_${name} factor/expert/expert "${expert}" factor/expert/${file} "${old}" "${new}" ${only})
endfunction()
ddblas_expert_mutant(without_refinement expert_bounds.c "if (k == MOST_CORRECTIONS ||" "if (k == 0 ||" perturbed)
ddblas_expert_mutant(without_errors_of_residuals expert_bounds.c ".terms = ((double)p->n + TERMS) * unit_of(e)," ".terms = 0.0,"
    quotients)
ddblas_expert_mutant(without_growth expert_bounds.c "(e->growth > 1.0 ? e->growth : 1.0)" "1.0" growth)
ddblas_expert_mutant(without_scaled_solution expert_drive.c
    "DDBLAS_CHECK(scale(e, DDBLAS_FILL_MODE_FULL, p->nrhs, p->X, p->ldx, weights, NULL));" "" badly_scaled)
ddblas_source_mutant(exponents_of_plain_columns factor/expert/equilibrate "" factor/exponents/exponents_cpu.c
    "factors ? a * factors[i]" "factors ? a" exponents)
ddblas_source_mutant(potrf_leaf_of_rounded_quotients factor/potrf factor/potrf_case.c factor/cpu/potrf_leaf_cpu.c
    "a[j][i] = cuddDiv(a[j][i], a[j][j]);" "a[j][i] = cuddDivD(a[j][i], a[j][j].x);" bounds)
ddblas_source_mutant(getrf_panel_of_rounded_quotients factor/getrf factor/getrf_case.c factor/cpu/getrf_panel_cpu.c
    "*w_at(p, i, j) = cuddDiv(*w_at(p, i, j), pivot);" "*w_at(p, i, j) = cuddDivD(*w_at(p, i, j), pivot.x);" bounds)
ddblas_source_mutant(gehrd_of_rounded_factors eigen/general/hseqr eigen/general/general_case.c eigen/general/gehrd_blocks.c
    "*(cuddreal *)to = cuddNeg(*(const cuddreal *)from)" "*(cuddreal *)to = cuddFromDouble(-((const cuddreal *)from)->x)" bounds)
ddblas_source_mutant(geev_of_rounded_norms eigen/general/geev eigen/general/general_case.c eigen/general/balance.c
    "x[i + c * stride] = cuddMul(x[i + c * stride], factor)" "x[i + c * stride] = cuddMulD(x[i + c * stride], factor.x)" bounds)

# ddblas_elementary_mutant(name functions "header" "old text" "new text"): the same for the
# elementary functions; the header lies in include/dd/elementary.
function(ddblas_elementary_mutant name functions header old new)
    _ddblas_mutate(${name} elementary/${header} "${old}" "${new}")
    set(copy ${PROJECT_BINARY_DIR}/mutants/${name})
    set(folder ${PROJECT_SOURCE_DIR}/validation/number)
    add_executable(mutant_${name} ${folder}/mutant_elementary.c ${folder}/elementary/elementary_functions.c)
    target_include_directories(mutant_${name} BEFORE PRIVATE ${copy})
    target_link_libraries(mutant_${name} PRIVATE ddblas_flags dd_elementary)
    add_test(NAME mutant_${name} COMMAND mutant_${name})
    set_tests_properties(mutant_${name} PROPERTIES LABELS mutant PASS_REGULAR_EXPRESSION "bound broken: (${functions}) error")
endfunction()

ddblas_elementary_mutant(log_without_low_parts_of_table "Log|Log2|Log10|Pow" exponential.h
    "return cudd3_make(row[1], row[2], row[3]);" "return cudd3_make(row[1], row[2], 0.0);")
ddblas_elementary_mutant(exp_reduced_in_double_double "Pow" exponential.h
    "cudd3_sub(v, cudd3_mul_d(cudd3_step_exp(), *k))"
    "cudd3_from(cuddSub(cudd3_round(v), cudd3_round(cudd3_mul_d(cudd3_step_exp(), *k))))")
ddblas_elementary_mutant(large_angles_without_low_part "Sin|Cos|Tan" trigonometric.h
    "    cudd_reduce_part(total, a.y);\n" "")
ddblas_elementary_mutant(near_multiples_of_pi_in_three_doubles "Sin|Cos|Tan" trigonometric.h
    "fabs(r.x) > 0x1p-20" "fabs(r.x) > 0x1p-80")
ddblas_elementary_mutant(triple_product_without_cross_error "Log2|Log10|Pow|Tan|Sin|Cos|Hypot" triple.h
    "cudd_add(cudd_add(left.y, right.y), cudd_add(cross.y, next.y))" "cudd_add(cudd_add(left.y, right.y), next.y)")
