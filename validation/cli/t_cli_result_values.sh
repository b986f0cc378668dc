#!/usr/bin/env bash
# ddblas verify eig, svd, rank, null, pinv and qr with --result: matrices with known eigenvalues,
# factors and inverses, errors of known size, the place of a wrong component, other orders and
# signs, exit codes, bad inputs.
# Usage: t_cli_result_values.sh PATH_OF_DDBLAS
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

column() { printf '%s\n' "${@:2}" >"$1"; } # file numbers
matrix() {                                 # file, rows, columns, elements by columns
    { printf '%%%%MatrixMarket matrix array real general\n%s %s\n' "$2" "$3" && printf '%s\n' "${@:4}"; } >"$1"
}

# ---- eig: the Laplacian of order 5, 2 - 2 cos(k pi / 6); vectors sqrt(1/3) sin(j k pi / 6)
matrix L.mtx 5 5 2 -1 0 0 0 -1 2 -1 0 0 0 -1 2 -1 0 0 0 -1 2 -1 0 0 0 -1 2
low=0.26794919243112270647255365849412763306 # 2 - sqrt 3
high=3.7320508075688772935274463415058723669
column w.txt $low 1 2 3 $high
s=0.28867513459481288225457439025097872782 t=0.57735026918962576450914878050195745565
cat >V.csv <<END
$s,0.5,$t,0.5,$s
0.5,0.5,0,-0.5,-0.5
$t,0,-$t,0,$t
0.5,-0.5,0,0.5,-0.5
$s,-0.5,$t,-0.5,$s
END
expect 0 verify eig L.mtx --result w.txt --vectors V.csv --require-digits 31 --json && json
holds "near(r['condition'], 7 + 4 * 3**0.5) and q('residual') < 1e-31 and q('orthogonality') < 1e-30 and r['reference_digits'] > 31"
expect 0 verify eig L.mtx --result w.txt --vectors V.csv --type W && says '^PASS: every error of yours'
column near.txt 0.26794919243113270647255365849412763306 1 2 3 $high # 1e-14 off: within the bound
expect 0 verify eig L.mtx --result near.txt --require-digits 13.4
expect 4 verify eig L.mtx --result near.txt --require-digits 13.5 && says '^FAIL: the worst component of yours at \(1, 1\) has 13\.4 digits, 13\.5'
column wrong.txt $low 1 2.01 3 $high
expect 1 verify eig L.mtx --result wrong.txt --require-digits 12 && says 'worst component +2\.3 +at \(3, 1\): 2\.01$' && says 'where ours is (2|1\.9999999999999999999999999999999|2\.0000000000000000000000000000000.)$'
column swapped.txt $low 1 3.9 3 $high # a wrong value that breaks the order is one wrong value
expect 1 verify eig L.mtx --result swapped.txt --json
holds "r['yours']['worst_component']['row'] == 3 and near(r['yours']['median_component_digits'], r['yours']['histogram'][-1]['from'] + 0.307119549054043) and 'note' not in r"
column turned.txt $high 3 2 1 $low
expect 0 verify eig L.mtx --result turned.txt --require-digits 31 && says 'yours are in another order than ours'
column nan.txt $low 1 2 nan $high
expect 1 verify eig L.mtx --result nan.txt --json && json && holds "r['yours']['worst_component'] == {'row': 4, 'column': 1, 'mine': 'nan', 'reference': r['yours']['worst_component']['reference']}"
sed 's/0\.5,-0\.5,0,0\.5/0.5,-0.51,0,0.5/' V.csv >bad.csv
expect 1 verify eig L.mtx --result w.txt --vectors bad.csv --json && holds "q('residual') > 1e-3 and 1e-3 < q('orthogonality') < 1 and not r['quantities'][0]['within']"
sed 's/^0\.5,/nan,/' V.csv >bad.csv
expect 1 verify eig L.mtx --result w.txt --vectors bad.csv --json && json && holds "q('residual') is None"
# (1 -1; -1 1) has 0 and 2: no digit of 1e-17 is right, but the whole is.
matrix Z.mtx 2 2 1 -1 -1 1
column z.txt 1e-17 2
expect 4 verify eig Z.mtx --result z.txt --require-digits 12 && says 'at \(1, 1\) has 0\.0 digits' && says 'condition +inf'
expect 0 verify eig Z.mtx --result z.txt --require-digits 16 --measure whole --json && json && holds "r['condition'] is None"
column z.txt 0 2
expect 0 verify eig Z.mtx --result z.txt --require-digits 31 --digits-svg d.svg
grep -q yours d.svg || fail "no picture of yours"
printf '2,1j\n0-1j,2\n' >C.csv # 1 and 3
column c.txt 1 3
expect 0 verify eig C.csv --result c.txt --require-digits 31

# The smallest eigenvalue of Hilbert's matrix of order 20, rounded to double-double, by mpmath at
# 700 bits: ours has more digits than the condition 2.5e28 leaves, and says how many.
"$ddblas" gen hilbert 20 -o H.mtx >out || fail "gen"
"$ddblas" eig H.mtx >ours.mtx || fail "eig"
sed 's/^7\.77[0-9]*e-29$/1e-28/' ours.mtx >planted.mtx
for routine in eig svd; do
    expect 1 verify $routine H.mtx --result planted.mtx --type W --json
    holds "near(float(r['yours']['worst_component']['reference']), 7.7773904945581694711e-29) and 7 < r['reference_digits'] < 15"
    holds "r['yours']['worst_component']['row'] == 1"
done

# ---- eig --general: (1 1; 0 2) has the vectors (1, 0), (1, 1) / sqrt 2, both of condition sqrt 2
matrix G.mtx 2 2 1 0 1 2
column g.txt 1 2
column turned.txt 2 1
printf '1,0.70710678118654752440084436210484903928\n0,0.70710678118654752440084436210484903928\n' >GV.csv
expect 0 verify eig G.mtx --general --result g.txt --vectors GV.csv --require-digits 29 --json && json
holds "near(r['condition'], 12**0.5) and q('residual') < 1e-31 and q('norm') < 1e-31 and 29 < r['reference_digits'] < 31"
expect 0 verify eig G.mtx --general --result turned.txt --require-digits 29 && says 'yours are in another order than ours'
expect 1 verify eig G.mtx --general --result turned.txt --vectors GV.csv && says '\|\|A v - w v\|\| / \|\|A\|\| .* above$'
column near.txt 1 2.0000000000000142108547152020037174224853515625 # 2 + 2^-46
expect 4 verify eig G.mtx --general --result near.txt --require-digits 15 && says 'at \(2, 1\) has 14\.1 digits'
column wrong.txt 1.25 2
expect 1 verify eig G.mtx --general --result wrong.txt --require-digits 12 && says 'at \(1, 1\): 1\.25$'
column nan.txt nan 2
expect 1 verify eig G.mtx --general --result nan.txt --json && json && holds "r['yours']['worst_component']['row'] == 1"
matrix turn.mtx 2 2 0 1 -1 0 # i and -i, with (1, -i) / sqrt 2 and (1, i) / sqrt 2
printf '0+1j\n0-1j\n' >i.txt
h=0.70710678118654752440084436210484903928
printf '%s,%s\n0-%sj,0+%sj\n' $h $h $h $h >iV.csv
expect 0 verify eig turn.mtx --general --result i.txt --vectors iV.csv --require-digits 29 --type W
sed 's/^0-0\.7071/0-0.7072/' iV.csv >bad.csv # 1e-4 off
expect 1 verify eig turn.mtx --general --result i.txt --vectors bad.csv --json && holds "near(q('residual'), 2**0.5 * 1e-4) and near(q('norm'), 2 * $h * 1e-4 + 1e-8)"
matrix jordan.mtx 2 2 0 0 1 0
column zero.txt 0 0
expect 0 verify eig jordan.mtx --general --result zero.txt && says 'no correct digits: .* eigenvectors are dependent'

# ---- svd: (3 0; 4 0; 0 2) has the singular values 5 and 2
matrix S.mtx 3 2 3 4 0 0 0 2
column five.txt 5 2
printf '0.6,0\n0.8,0\n0,1\n' >U.csv
printf '0.6,0,0.8\n0.8,0,-0.6\n0,1,0\n' >full.csv
printf '1,0\n0,1\n' >VT.csv
expect 0 verify svd S.mtx --result five.txt --require-digits 31 --json && json && holds "near(r['condition'], 2.5)"
for u in U.csv full.csv; do
    expect 0 verify svd S.mtx --result five.txt --u $u --vt VT.csv --type W --json && json && holds "len(r['quantities']) == 3 and q('right') == 0"
done
printf '0.6,0\n0.8,0\n0,0.999\n' >bad.csv # ||U^T U - I|| = 1 - 0.999^2, and the second column of A, of norm 2, errs by 0.002
expect 1 verify svd S.mtx --result five.txt --u bad.csv --vt VT.csv --json && holds "near(q('left'), 0.001999) and near(q('residual'), 0.002 / 5)"
column near.txt 5 2.0000000000000142108547152020037174224853515625 # 2 + 2^-46: 47 bits
expect 4 verify svd S.mtx --result near.txt --require-digits 15 && says 'at \(2, 1\) has 14\.1 digits, 15 are required'
column wrong.txt 5 2.5
expect 1 verify svd S.mtx --result wrong.txt --require-digits 12 && says 'at \(2, 1\): 2\.5$'
column nan.txt nan 2
expect 1 verify svd S.mtx --result nan.txt && says 'at \(1, 1\): nan$'

# ---- rank and null space: (1 2 3; 4 5 6; 7 8 9) has rank 2, the null vector (1, -2, 1) / sqrt 6.
# The squares of its singular values are (285 +- sqrt 79929) / 2: the sum of squares of the elements
# is 285, and that of the minors of order 2 is 324.
matrix N.mtx 3 3 1 4 7 2 5 8 3 6 9
column rank.txt 2
expect 0 verify rank N.mtx --result rank.txt --json && json
holds "q('our_rank') == 2 and near(q('last_that_counts'), ((285 - 79929**0.5) / 2)**0.5) and q('first_that_does_not') < 1e-29"
column rank.txt 3
expect 1 verify rank N.mtx --result rank.txt && says 'rank 3 is that of ' && says '^FAIL'
expect 1 verify rank N.mtx --result rank.txt --json && json && holds "q('distance') == 1 and q('your_last_that_counts') < 1e-29"
column rank.txt 1
expect 0 verify rank N.mtx --result rank.txt --tolerance 0.07
expect 1 verify rank N.mtx --result rank.txt && says '^  last singular value that counts, yours +16\.8'
column null.txt 0.40824829046386301636621401245098189867 -0.81649658092772603273242802490196379733 0.40824829046386301636621401245098189867
expect 0 verify null N.mtx --result null.txt --require-digits 28 --type W --json && json && holds "q('residual') < 1e-31"
column minus.txt -0.40824829046386301636621401245098189867 0.81649658092772603273242802490196379733 -0.40824829046386301636621401245098189867
expect 0 verify null N.mtx --result minus.txt --require-digits 28
column near.txt 0.40824829046386301636621401245098189867 -0.81649658092772603273242802490196379733 0.40824829046387301636621401245098189867
expect 4 verify null N.mtx --result near.txt --require-digits 15 && says 'has 14\.0 digits, 15 are required' # 1e-14 sqrt(5/6) off
column wrong.txt 0.40824829046386301636621401245098189867 -0.8 0.40824829046386301636621401245098189867
expect 1 verify null N.mtx --result wrong.txt --require-digits 12 && says '\|\|A z\|\| / \|\|A\|\|_F .* above$' && says 'orthogonality|\|\|Z\^H Z - I\|\|_F .* above$'
column nan.txt nan 0 1
expect 1 verify null N.mtx --result nan.txt --json && json && holds "q('angle') is None and r['yours']['worst_component_digits'] == 0"
# A plane in three dimensions: any orthonormal basis of it.
matrix row.mtx 1 3 1 0 0
printf '0,0\n0.6,-0.8\n0.8,0.6\n' >plane.csv
expect 0 verify null row.mtx --result plane.csv --require-digits 29
printf '0,0\n0.6,-0.8\n0.8,-0.6\n' >plane.csv # in the plane and not orthogonal: the product is 0.96
expect 1 verify null row.mtx --result plane.csv --json && holds "near(q('orthogonality'), 2**0.5 * 0.96) and q('residual') == 0"

# ---- pinv: (1 2; 3 4; 5 6)^+ = (-32 -8 16; 26 8 -10) / 24, and that of the transpose
matrix T.mtx 3 2 1 3 5 2 4 6
matrix TT.mtx 2 3 1 2 3 4 5 6
e=333333333333333333333333333333333333333
printf '%s\n' "-1.$e,-0.$e,0.6666666666666666666666666666666666667" "1.08$e,0.$e,-0.41666666666666666666666666666666666667" >P.csv
printf '%s\n' "-1.$e,1.08$e" "-0.$e,0.$e" "0.6666666666666666666666666666666666667,-0.41666666666666666666666666666666666667" >PT.csv
# The condition of T: the squares of the singular values are (91 +- sqrt(91^2 - 96)) / 2.
expect 0 verify pinv T.mtx --result P.csv --require-digits 31 --json && json
holds "near(r['condition'], ((91 + 8185**0.5) / (91 - 8185**0.5))**0.5) and q('first') < 1e-31 and q('fourth') < 1e-31"
expect 0 verify pinv T.mtx --result P.csv --type W && expect 0 verify pinv TT.mtx --result PT.csv --require-digits 31
sed 's/08/07/' P.csv >wrong.csv
expect 1 verify pinv T.mtx --result wrong.csv --require-digits 12 && says 'worst component +2\.0 +at \(2, 1\): 1\.07'
sed 's/1\.08[0-9]*/1.083333333333333348/' P.csv >near.csv # 1.5e-17 off
expect 4 verify pinv T.mtx --result near.csv --require-digits 20 && says 'at \(2, 1\) has 16\.8 digits, 20 are required'
sed 's/1\.08[0-9]*/nan/' P.csv >nan.csv
expect 1 verify pinv T.mtx --result nan.csv --json && json && holds "r['yours']['worst_component']['row'] == 2 and q('third') is None"
# N^+ = (-23 -6 11; -2 0 2; 19 6 -7) / 36: of rank 2, so that ours is in double-double and says how
# many digits it has.
printf '%s\n' "-0.63888888888888888888888888888888888889,-0.16666666666666666666666666666666666667,0.30555555555555555555555555555555555556" \
    "-0.05555555555555555555555555555555555556,0,0.05555555555555555555555555555555555556" \
    "0.52777777777777777777777777777777777778,0.16666666666666666666666666666666666667,-0.19444444444444444444444444444444444444" >PN.csv
expect 0 verify pinv N.mtx --result PN.csv --require-digits 25 --json && json && holds "25 < r['reference_digits'] < 30"
refuse 2 'at most the 2[0-9]\.. digits that our own result vouches for' verify pinv N.mtx --result PN.csv --require-digits 31

# ---- qr: (3 5; 4 10) = (0.6 -0.8; 0.8 0.6) (5 11; 0 2)
matrix Q.mtx 2 2 3 4 5 10
printf '5,11\n0,2\n' >R.csv
printf -- '-5,-11\n0,2\n' >minus.csv
printf -- '0.6,-0.8\n0.8,0.6\n' >q.csv
printf -- '-0.6,-0.8\n-0.8,0.6\n' >q_minus.csv
expect 0 verify qr Q.mtx --result R.csv --q q.csv --require-digits 31 --json && json
# ||A||^2 = 150; the inverse has the norm of A over the determinant 10.
holds "near(r['condition'], 15) and q('residual') < 1e-31 and q('orthogonality') < 1e-31 and r['yours']['histogram'] == [{'from': 31, 'components': 3}]"
expect 0 verify qr Q.mtx --result minus.csv --q q_minus.csv --require-digits 31
expect 0 verify qr Q.mtx --result minus.csv --require-digits 31 --json && holds "q('gram') == 0"
expect 1 verify qr Q.mtx --result minus.csv --q q.csv --require-digits 31 && says '\(A - Q R\)_j\|\| / \|\|A_j\|\| +2 .* above$'
printf '5,11.5\n0,2\n' >wrong.csv
expect 1 verify qr Q.mtx --result wrong.csv --require-digits 12 && says 'at \(1, 2\): 11\.5$' && says 'where ours is 11$'
expect 1 verify qr Q.mtx --result wrong.csv --json && holds "near(q('gram'), ((5 * 0.5)**2 + (11.5**2 - 121)**2)**0.5 / 150**0.5 / 125**0.5)"
printf '5,11.00000000000001\n0,2\n' >near.csv # 1e-14 off: within the bound
expect 4 verify qr Q.mtx --result near.csv --require-digits 15.1 && says 'at \(1, 2\) has 15\.0 digits, 15\.1 are required'
printf '5,11\n0,nan\n' >nan.csv
expect 1 verify qr Q.mtx --result nan.csv --q q.csv --json && json && holds "r['yours']['worst_component']['row'] == 2 and q('residual') is None"
for e in -200 250; do # no square of an element is in the range of double
    matrix scaled.mtx 2 2 3e$e 4e$e 5e$e 10e$e
    printf -- '-5e%s,-11e%s\n0,2e%s\n' $e $e $e >scaled.csv
    expect 0 verify qr scaled.mtx --result scaled.csv --q q_minus.csv --require-digits 30 --json && holds "near(r['condition'], 15)"
    expect 0 verify qr scaled.mtx --result scaled.csv --require-digits 30 --json && holds "q('gram') < 1e-30"
done
# A full factorisation of S: Q is 3 x 3 and R has a row of zeros.
printf '5,0\n0,2\n0,0\n' >R3.csv
expect 0 verify qr S.mtx --result R3.csv --q full.csv --require-digits 31
printf '1,1j\n1j,1\n' >C.csv # orthogonal columns of length sqrt 2: R = sqrt 2 (1 0; 0 phase)
printf '0+1.4142135623730950488016887242096980786j,0\n0,1.4142135623730950488016887242096980786\n' >RC.csv
expect 0 verify qr C.csv --result RC.csv --measure whole --require-digits 30
matrix D.mtx 2 2 1 1 1 1
printf '1.4142135623730951,1.4142135623730951\n0,0\n' >RD.csv
expect 0 verify qr D.mtx --result RD.csv && says 'no correct digits: the columns of A are dependent'

# ---- a matrix of zeros, one number, Inf
printf '0,0\n0,0\n' >O.csv
printf '1,0\n0,1\n' >I.csv
column two_zeros.txt 0 0
column zero.txt 0
column two.txt 2
column one.txt 1
column inf.txt inf 0
for words in 'eig O.csv --result two_zeros.txt --vectors I.csv' 'svd O.csv --result two_zeros.txt --u I.csv --vt I.csv' 'rank O.csv --result zero.txt' \
    'null O.csv --result I.csv' 'pinv O.csv --result O.csv' 'qr O.csv --result O.csv --q I.csv' 'eig two.txt --result two.txt --vectors one.txt' \
    'svd two.txt --result two.txt' 'qr two.txt --result two.txt' 'lstsq two.txt two.txt --result one.txt' 'solve two.txt two.txt --result one.txt'; do
    # shellcheck disable=SC2086 # words
    expect 0 verify $words
done
for words in 'eig O.csv --result inf.txt' 'svd O.csv --result inf.txt' 'pinv O.csv --result I.csv' 'null O.csv --result O.csv' 'eig two.txt --result one.txt' \
    'svd two.txt --result one.txt' 'solve I.csv two_zeros.txt --result inf.txt' 'lstsq I.csv two_zeros.txt --result inf.txt'; do
    # shellcheck disable=SC2086 # words
    expect 1 verify $words --json && json
done
refuse 2 'expected a basis of 1 x 0, as the rank is 1' verify null two.txt --result one.txt

# ---- the condition in the JSON of verify without a result
while read -r condition words; do
    # shellcheck disable=SC2086 # words
    expect 0 verify $words --json && json && holds "near(r['condition'], $condition)"
done <<'END'
7+4*3**0.5 eig L.mtx
2.5 svd S.mtx
((285+79929**0.5)/(285-79929**0.5))**0.5 rank N.mtx
((285+79929**0.5)/(285-79929**0.5))**0.5 null N.mtx
((91+8185**0.5)/(91-8185**0.5))**0.5 pinv T.mtx
14*1.5 solve Q.mtx --b ones
2*1.5 solve-triangular G.mtx --b ones
15 lstsq Q.mtx Q.mtx
END

# ---- bad inputs
column three.txt 1 2 3
refuse 2 'three.txt: expected a result of 5 x 1, got 3 x 1' verify eig L.mtx --result three.txt
refuse 2 'three.txt: expected a result of 5 x 5, got 3 x 1' verify eig L.mtx --result w.txt --vectors three.txt
refuse 2 'three.txt: expected a result of 2 x 1, got 3 x 1' verify svd S.mtx --result three.txt
refuse 2 '--u, --vt: expected both or none' verify svd S.mtx --result five.txt --u U.csv
refuse 2 'VT.csv: expected a result of 3 x 2, got 2 x 2' verify svd S.mtx --result five.txt --u VT.csv --vt VT.csv
refuse 2 'three.txt: expected a result of 1 x 1, got 3 x 1' verify rank N.mtx --result three.txt
for rank in -1 4 1.5 nan inf; do
    column rank.txt $rank
    refuse 2 "rank.txt: expected a rank, an integer from 0 to 3, got $rank" verify rank N.mtx --result rank.txt
done
refuse 2 'VT.csv: expected a basis of 3 x 1, as the rank is 2 with the tolerance .*, got 2 x 2' verify null N.mtx --result VT.csv
refuse 2 'expected a basis of 2 x 0' verify null Q.mtx --result five.txt
refuse 2 'P.csv: expected a result of 3 x 2, got 2 x 3' verify pinv TT.mtx --result P.csv
refuse 2 'three.txt: expected a result of 2 x 2, got 3 x 1' verify qr Q.mtx --result three.txt
refuse 2 'q.csv: expected an upper triangular R with zeros below the diagonal, found 0\.8 at \(2, 1\)' verify qr Q.mtx --result q.csv
refuse 2 'full.csv: expected a result of 2 x 2, got 3 x 3' verify qr Q.mtx --result R.csv --q full.csv
refuse 2 '--nonnegative: not with --result' verify qr Q.mtx --result R.csv --nonnegative
for words in 'eig L.mtx --vectors V.csv' 'svd S.mtx --u U.csv' 'qr Q.mtx --q q.csv' 'rank N.mtx --require-digits 3' 'null N.mtx --type S' 'pinv T.mtx --require-digits 3'; do
    # shellcheck disable=SC2086 # words
    set -- $words
    refuse 2 'expected a file with the options that judge it' verify "$@"
done
column rank.txt 2
refuse 2 'there are no digits to draw' verify rank N.mtx --result rank.txt --digits-svg d.svg
finish
