cuddreal x[2] = {W(1), W(2)}, A[4] = {zero, zero, zero, zero};
ddblasWsyr(handle, DDBLAS_FILL_MODE_LOWER, 2, &one, x, 1, A, 2);
print_matrix("lower triangle of A", 2, 2, A, 2);
// prints lower triangle of A = 1 0
// prints                       2 4
