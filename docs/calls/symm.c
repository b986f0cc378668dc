cuddreal A[4] = {W(2), W(1), zero, W(3)}, B[2] = {W(1), W(2)}, C[2];
ddblasWsymm(handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, 2, 1, &one, A, 2, B, 2, &zero, C, 2);
print_matrix("C", 2, 1, C, 2);
// prints C = 4
// prints     7
