cuddreal A[2] = {W(1), W(2)}, C[4] = {zero, zero, zero, zero};
ddblasXtWsyrk(handle, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, 2, 1, &one, A, 2, &zero, C, 2);
print_matrix("lower triangle of C", 2, 2, C, 2);
// prints lower triangle of C = 1 0
// prints                       2 4
