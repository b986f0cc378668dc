cuddreal x[2] = {W(1), W(2)}, y[2] = {W(3), W(4)}, param[5] = {W(-1), one, zero, one, one}; /* flag, h11, h21, h12, h22 */
ddblasWrotm(handle, 2, x, 1, y, 1, param);
print_vector("x", 2, x);
print_vector("y", 2, y);
// prints x = 4 6
// prints y = 3 4
