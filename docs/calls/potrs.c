cuddreal L[4] = {W(2), W(1), zero, W(2)}, B[2] = {W(8), W(12)}; /* L as potrf leaves it */
ddblasWpotrs(handle, DDBLAS_FILL_MODE_LOWER, 2, 1, L, 2, B, 2);
print_vector("x", 2, B);
// prints x = 1 2
