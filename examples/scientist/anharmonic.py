"""Energies of the anharmonic oscillator H = p^2 + x^2 + x^4 to 28 digits, from data to a file.

In the basis of the harmonic oscillator the powers of x are band matrices: x |k> is
sqrt(k / 2) |k - 1> + sqrt((k + 1) / 2) |k + 1>. The lowest energy is known to many digits
(F. Vinette and J. Cizek, Upper and lower bounds of the ground state energy of anharmonic oscillators
using renormalized inner projection, J. Math. Phys. 32 (1991) 3392):
1.3923516415302918556575078766099341846...

The program prints how many of them NumPy and ddblas find, and writes the energies to energies.mtx.
It fails if ddblas finds less than 28.
"""

import sys

import numpy as np

import ddblas

KNOWN = ddblas.array("1.3923516415302918556575078766099341846")


def position(n):
    """The matrix of x in the first n states, in double-double."""
    x = ddblas.zeros((n, n))
    for k in range(1, n):
        x[k - 1, k] = x[k, k - 1] = np.sqrt(ddblas.array(k) / 2)
    return x


def hamiltonian(n):
    """H in the first n states: the last rows of x x x x are wrong, so it is formed with four more."""
    x = position(n + 4)
    square = x @ x
    harmonic = ddblas.array(np.diag(2.0 * np.arange(n) + 1.0))  # p^2 + x^2
    return harmonic + (square @ square)[:n, :n]


def digits(energy):
    """Correct decimal digits of the lowest energy."""
    return int(-np.log10(abs(energy - KNOWN) / KNOWN + ddblas.array("1e-40")))


n = 240
H = hamiltonian(n)
energies, states = ddblas.linalg.eigh(H)
with_numpy = np.linalg.eigvalsh(np.array(H.hi))
larger = ddblas.linalg.eigvalsh(hamiltonian(n + 40))

print("lowest energy, NumPy  ", with_numpy[0])
print("lowest energy, ddblas ", f"{energies[0]:.28f}")
print(f"correct digits: NumPy {digits(ddblas.array(float(with_numpy[0])))}, ddblas {digits(energies[0])}")
print(f"change with {n + 40} states: {float(abs(larger[0] - energies[0])):.0e}")
residual = H @ states[:, 0] - energies[0] * states[:, 0]
print(f"residual {float(np.linalg.norm(residual)):.0e}")

ddblas.write("energies.mtx", energies)
assert np.all(ddblas.read("energies.mtx").ravel() == energies)
sys.exit(digits(energies[0]) < 28)
