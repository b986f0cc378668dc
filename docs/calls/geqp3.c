cuddreal A[4] = {one, zero, zero, W(2)}, tau[2];
int64_t jpvt[2] = {0, 0}; /* both columns are free to move */
ddblasWgeqp3(handle, 2, 2, A, 2, jpvt, tau);
print_integers("columns", 2, jpvt); /* the longest comes first */
// prints columns = 2 1
