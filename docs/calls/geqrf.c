cuddreal A[2] = {W(3), W(4)}, tau[1]; /* one column */
ddblasWgeqrf(handle, 2, 1, A, 2, tau);
print_vector("R", 1, A);
// prints R = -5
