cuddreal A[4];
ddblasWlaset(handle, DDBLAS_FILL_MODE_FULL, 2, 2, &zero, &one, A, 2); /* the identity */
print_matrix("A", 2, 2, A, 2);
// prints A = 1 0
// prints     0 1
