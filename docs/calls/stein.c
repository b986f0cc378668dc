cuddreal d[2] = {W(2), W(2)}, e[1] = {W(1)}, w[1] = {W(3)}, Z[2];
int64_t info;
ddblasWstein(handle, 2, d, e, 1, w, Z, 2, &info); /* (1, 1) / sqrt 2, or its negative */
cuddreal difference = cuddSub(Z[0], Z[1]), norm;
ddblasWnrm2(handle, 2, Z, 1, &norm);
print_vector("Z(1) - Z(2)", 1, &difference);
print_vector("norm", 1, &norm);
// prints Z(1) - Z(2) = 0
// prints norm = 1
