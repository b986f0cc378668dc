double A[2] = {134217729, 1}, B[2] = {134217729, 1}; /* (2^27 + 1)^2 + 1: FP64 loses the last digit */
cuddreal C;
ddblasWgemmEx(handle, DDBLAS_OP_T, DDBLAS_OP_N, 1, 1, 2, &one, A, DDBLAS_TYPE_D, 2, B, DDBLAS_TYPE_D, 2, &zero, &C, 1);
print_vector("C", 1, &C);
// prints C = 18014398777917442
