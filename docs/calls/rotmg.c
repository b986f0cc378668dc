cuddreal d1 = one, d2 = one, x1 = W(3), y1 = zero, param[5];
ddblasWrotmg(handle, &d1, &d2, &x1, &y1, param);
print_vector("flag", 1, param); /* -2: nothing to do */
// prints flag = -2
