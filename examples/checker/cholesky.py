#!/usr/bin/env python3
"""The code that is checked: an FP64 solver by Cholesky factors, and a symmetric product.

Usage: cholesky.py N
Writes A.mtx, b.mtx, x.mtx with A x = b, and y.mtx = A b, into this folder. A is a Hilbert matrix
rounded to FP64, of condition 10^10 for N = 8, and b is all ones."""
import math
import sys


def write(path, columns):
    """A Matrix Market file that gives the same bits back."""
    with open(path, "w", encoding="ascii") as file:
        file.write(f"%%MatrixMarket matrix array real general\n{len(columns[0])} {len(columns)}\n")
        file.writelines(f"{number!r}\n" for column in columns for number in column)


def factor(a):
    """Rows of L with A = L L^T."""
    rows = []
    for i, row in enumerate(a):
        found = []
        for j in range(i):
            found.append((row[j] - sum(x * y for x, y in zip(found, rows[j]))) / rows[j][j])
        found.append(math.sqrt(row[i] - sum(x * x for x in found)))
        rows.append(found)
    return rows


def solve(a, b):
    rows, z, n = factor(a), [], len(b)
    for i in range(n):
        z.append((b[i] - sum(x * y for x, y in zip(rows[i], z))) / rows[i][i])
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (z[i] - sum(rows[j][i] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


def main():
    n = int(sys.argv[1])
    a = [[1.0 / (i + j + 1) for j in range(n)] for i in range(n)]
    b = [1.0] * n
    write("A.mtx", a)
    write("b.mtx", [b])
    write("x.mtx", [solve(a, b)])
    write("y.mtx", [[sum(x * y for x, y in zip(row, b)) for row in a]])


if __name__ == "__main__":
    main()
