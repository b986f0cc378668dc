cuddreal A[4] = {W(2), W(1), W(1), W(2)}, w[2];
int64_t info;
ddblasWsyevd(handle, DDBLAS_EIG_MODE_VECTOR, DDBLAS_FILL_MODE_LOWER, 2, A, 2, w, &info);
print_vector("w", 2, w); /* the columns of A are now the vectors */
// prints w = 1 3
