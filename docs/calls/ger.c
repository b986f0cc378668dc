cuddreal x[2] = {W(1), W(2)}, y[2] = {W(3), W(4)}, A[4] = {zero, zero, zero, zero};
ddblasWger(handle, 2, 2, &one, x, 1, y, 1, A, 2);
print_matrix("A", 2, 2, A, 2);
// prints A = 3 4
// prints     6 8
