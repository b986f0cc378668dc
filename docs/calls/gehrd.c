cuddreal A[9] = {zero, W(3), W(4), zero, zero, zero, zero, zero, zero}, tau[2]; /* first column (0, 3, 4) */
ddblasWgehrd(handle, 3, 1, 3, A, 3, tau);
print_vector("H(2, 1)", 1, &A[1]);
// prints H(2, 1) = -5
