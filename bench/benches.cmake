# The benchmarks. ddblas_bench(name) builds bench/bench_<name>.c.
find_package(QD REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS C CXX)

