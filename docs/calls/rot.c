cuddreal x[2] = {W(1), W(2)}, y[2] = {W(3), W(4)}, c = zero, s = one;
ddblasWrot(handle, 2, x, 1, y, 1, &c, &s);
print_vector("x", 2, x);
print_vector("y", 2, y);
// prints x = 3 4
// prints y = -1 -2
