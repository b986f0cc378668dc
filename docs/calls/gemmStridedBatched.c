cuddreal A[8] = {W(1), W(3), W(2), W(4), W(2), W(0), W(0), W(2)}; /* two matrices of order 2 */
cuddreal B[8] = {W(1), W(0), W(0), W(1), W(1), W(3), W(2), W(4)}, C[8];
ddblasWgemmStridedBatched(handle, DDBLAS_OP_N, DDBLAS_OP_N, 2, 2, 2, &one, A, 2, 4, B, 2, 4, &zero, C, 2, 4, 2);
print_matrix("C1", 2, 2, C, 2);
print_matrix("C2", 2, 2, C + 4, 2);
// prints C1 = 1 2
// prints      3 4
// prints C2 = 2 4
// prints      6 8
