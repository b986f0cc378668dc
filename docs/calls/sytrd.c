cuddreal A[9] = {one, W(3), W(4), zero, one, zero, zero, zero, one}, d[3], e[2], tau[2]; /* lower triangle */
ddblasWsytrd(handle, DDBLAS_FILL_MODE_LOWER, 3, A, 3, d, e, tau);
print_vector("d", 3, d);
print_vector("e", 2, e);
// prints d = 1 1 1
// prints e = -5 0
