cuddreal A[2] = {W(1), W(1)}, B[2] = {W(1), W(3)}, residual; /* x = 1 and x = 3: the best x is 2 */
ddblasWlstsq(handle, NULL, DDBLAS_LAYOUT_COLUMN_MAJOR, 2, 1, 1, A, 2, B, 2, &residual);
print_vector("x", 1, B);
print_vector("norm of the residual", 1, &residual);
// prints x = 2
// prints norm of the residual = 1.414213562373095048801688724
