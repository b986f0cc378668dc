cuddreal A[4] = {W(1), W(3), W(2), W(4)}, B[4] = {zero, zero, zero, zero};
ddblasWlacpy(handle, DDBLAS_FILL_MODE_LOWER, 2, 2, A, 2, B, 2);
print_matrix("B", 2, 2, B, 2);
// prints B = 1 0
// prints     3 4
