cuddreal x[2] = {W(1), W(2)}, y[2] = {W(3), W(4)}, A[4] = {zero, zero, zero, zero};
ddblasWsyr2(handle, DDBLAS_FILL_MODE_LOWER, 2, &one, x, 1, y, 1, A, 2);
print_matrix("lower triangle of A", 2, 2, A, 2);
// prints lower triangle of A = 6 0
// prints                       10 16
