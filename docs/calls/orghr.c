cuddreal A[9] = {zero, W(3), W(4), zero, zero, zero, zero, zero, zero}, tau[2];
ddblasWgehrd(handle, 3, 1, 3, A, 3, tau);
ddblasWorghr(handle, 3, 1, 3, A, 3, tau);
print_matrix("Q", 3, 3, A, 3);
// prints Q = 1 0 0
// prints     0 -0.6 -0.8
// prints     0 -0.8 0.6
