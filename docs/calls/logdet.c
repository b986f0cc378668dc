cuddreal mantissa = W(0.5), logarithm; /* as of gedet or podet for a determinant of 16 */
int64_t exponent = 5;
ddblasWlogdet(handle, &mantissa, &exponent, &logarithm);
print_vector("log 16", 1, &logarithm);
// prints log 16 = 2.772588722239781237668928486
