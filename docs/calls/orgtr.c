cuddreal A[9] = {one, W(3), W(4), zero, one, zero, zero, zero, one}, d[3], e[2], tau[2];
ddblasWsytrd(handle, DDBLAS_FILL_MODE_LOWER, 3, A, 3, d, e, tau);
ddblasWorgtr(handle, DDBLAS_FILL_MODE_LOWER, 3, A, 3, tau);
print_matrix("first two columns of Q", 3, 2, A, 3);
// prints first two columns of Q = 1 0
// prints                          0 -0.6
// prints                          0 -0.8
