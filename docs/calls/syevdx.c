cuddreal A[4] = {W(2), W(1), W(1), W(2)}, w[2];
int64_t found, info;
ddblasWsyevdx(handle, DDBLAS_EIG_MODE_NOVECTOR, DDBLAS_EIG_RANGE_V, DDBLAS_FILL_MODE_LOWER, 2, A, 2, W(2), W(4), 0, 0, &found,
              w, &info);
print_vector("w", found, w); /* those in the interval (2, 4] */
// prints w = 3
