# The lists of commands in README.md and docs/index.md: files that they take from the reader, then
# the list. The matrix's condition is about 4, so that 25 digits can be vouched for.
cat >A.mtx <<'MATRIX'
%%MatrixMarket matrix array real symmetric
3 3
2
-1
0
2
-1
2
MATRIX
printf '%s\n' '%%MatrixMarket matrix array real general' '3 1' 1 0 1 >b.mtx
# The results of the reader's own code: Hilbert's matrix times x is 1, the eigenvalues of A are
# 2 - sqrt 2, 2, 2 + sqrt 2.
cat >mine.py <<'PYTHON'
import struct
def save(name, values, rows, columns):
    header = "{'descr': '<f8', 'fortran_order': True, 'shape': (%s), }" % (f"{rows}," if columns == 1 else f"{rows}, {columns}")
    header = header.ljust(117) + "\n"
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}d", *values))
root = 2 ** 0.5
save("y.npy", [1.0] * 24, 24, 1)
save("w.npy", [2 - root, 2.0, 2 + root], 3, 1)
save("V.npy", [0.5, root / 2, 0.5, -root / 2, 0.0, root / 2, 0.5, -root / 2, 0.5], 3, 3)
save("reference.npy", [1.0, 0.25], 2, 1)
open("mine.csv", "w").write("1\n0.25\n")
PYTHON
python3 mine.py
mkdir folder
echo 'product: verify symv ../A.mtx --x ones' >folder/suite.txt
@block@
