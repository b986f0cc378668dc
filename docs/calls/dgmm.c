cuddreal A[4] = {W(1), W(3), W(2), W(4)}, x[2] = {W(2), W(3)}, C[4];
ddblasWdgmm(handle, DDBLAS_SIDE_LEFT, 2, 2, A, 2, x, 1, C, 2);
print_matrix("C", 2, 2, C, 2);
// prints C = 2 4
// prints     9 12
