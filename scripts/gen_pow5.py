#!/usr/bin/env python3
"""Writes src/dd_arith/pow5.def: the 192 leading bits of 5^e, rounded down, e = -360 .. 310."""
from fractions import Fraction
from pathlib import Path

FIRST, LAST, BITS = -360, 310, 192
MASK = (1 << 64) - 1


def leading(e):
    power = Fraction(5) ** e
    exponent = power.numerator.bit_length() - power.denominator.bit_length()
    exponent -= power < Fraction(2) ** exponent  # 2^exponent <= 5^e < 2^(exponent + 1)
    assert exponent == (e * 1217359) >> 19, e
    top = power * Fraction(2) ** (BITS - 1 - exponent)
    whole = top.numerator // top.denominator
    assert whole.bit_length() == BITS
    return whole


lines = [
    "/*",
    " * The 192 leading bits of 5^e, rounded down, e = POW5_FIRST .. POW5_LAST (decimal.c), in",
    " * ascending order, two entries to a row: POW5(bits 191..128, bits 127..64, bits 63..0). They are",
    " * exact for 0 <= e <= 82. Written by scripts/gen_pow5.py. POW5 is undefined at the end.",
    " */",
]
entries = []
for e in range(FIRST, LAST + 1):
    t = leading(e)
    entries.append("POW5(0x%016x, 0x%016x, 0x%016x)" % (t >> 128, t >> 64 & MASK, t & MASK))
lines += [" ".join(entries[i : i + 2]) for i in range(0, len(entries), 2)]
lines.append("#undef POW5")
target = Path(__file__).resolve().parent.parent / "src" / "dd_arith" / "pow5.def"
target.write_text("\n".join(lines) + "\n")
