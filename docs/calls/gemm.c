cuddreal A[4] = {W(1), W(3), W(2), W(4)}; /* by columns: the rows are (1, 2) and (3, 4) */
cuddreal B[4] = {W(5), W(7), W(6), W(8)}, C[4];
ddblasWgemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, 2, 2, 2, &one, A, 2, B, 2, &zero, C, 2);
print_matrix("C", 2, 2, C, 2);
// prints C = 19 22
// prints     43 50
