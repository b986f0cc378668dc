cuddreal A[4] = {W(1), W(3), W(2), W(4)}, result;
ddblasWlange(handle, DDBLAS_NORM_ONE, 2, 2, A, 2, &result);
print_vector("norm", 1, &result);
// prints norm = 6
