cuddreal L[8] = {W(2), W(1), zero, W(2), W(3), zero, zero, W(1)}, B[4] = {W(8), W(12), W(9), W(1)};
ddblasWpotrsStridedBatched(handle, DDBLAS_FILL_MODE_LOWER, 2, 1, L, 2, 4, B, 2, 2, 2);
print_vector("x1", 2, B);
print_vector("x2", 2, B + 2);
// prints x1 = 1 2
// prints x2 = 1 1
