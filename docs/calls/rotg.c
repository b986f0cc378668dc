cuddreal a = W(3), b = W(4), c, s;
ddblasWrotg(handle, &a, &b, &c, &s);
print_vector("r", 1, &a);
print_vector("c", 1, &c);
print_vector("s", 1, &s);
// prints r = 5
// prints c = 0.6
// prints s = 0.8
