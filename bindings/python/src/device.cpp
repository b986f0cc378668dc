/*
 * Arrays in a GPU's memory, by the CUDA engine.
 */
#include "core.hpp"

void define_device(nb::module_ &module) { (void)module; }
