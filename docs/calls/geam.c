cuddreal A[4] = {W(1), W(3), W(2), W(4)}, two = W(2), C[4]; /* rows (1, 2), (3, 4) */
ddblasWgeam(handle, DDBLAS_OP_N, DDBLAS_OP_T, 2, 2, &one, A, 2, &two, A, 2, C, 2);
print_matrix("A + 2 A^T", 2, 2, C, 2);
// prints A + 2 A^T = 3 8
// prints             7 12
