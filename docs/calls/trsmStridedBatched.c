cuddreal A[8] = {W(2), W(1), W(0), W(4), W(1), W(0), W(0), W(1)}; /* lower triangles of order 2 */
cuddreal B[4] = {W(2), W(9), W(5), W(6)};
ddblasWtrsmStridedBatched(handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 2, 1, &one,
                          A, 2, 4, B, 2, 2, 2);
print_vector("x1", 2, B);
print_vector("x2", 2, B + 2);
// prints x1 = 1 2
// prints x2 = 5 6
