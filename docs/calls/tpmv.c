cuddreal AP[3] = {W(1), W(2), W(3)}, x[2] = {one, one}; /* rows (1, 0), (2, 3) */
ddblasWtpmv(handle, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 2, AP, x, 1);
print_vector("A x", 2, x);
ddblasWtpsv(handle, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 2, AP, x, 1);
print_vector("x", 2, x);
// prints A x = 1 5
// prints x = 1 1
