cuddreal A[2] = {W(3), W(4)}, tau[1];
ddblasWgeqrf(handle, 2, 1, A, 2, tau);
ddblasWorgqr(handle, 2, 1, 1, A, 2, tau);
print_vector("first column of Q", 2, A);
// prints first column of Q = -0.6 -0.8
