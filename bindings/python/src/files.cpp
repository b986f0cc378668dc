/*
 * Matrix Market and NumPy files, by dd/io.h.
 */
#include "columns.hpp"

#include <cstring>

namespace
{

class HostMatrix
{
  public:
    HostMatrix() : matrix() {}
    ~HostMatrix() { ddblasHostMatrixFree(&matrix); }
    HostMatrix(const HostMatrix &) = delete;
    HostMatrix &operator=(const HostMatrix &) = delete;

    /* The matrix as a new column-major array. */
    nb::object array() const
    {
        const Made<cuddreal> copy = make_columns<cuddreal>(matrix.m, matrix.n);
        const size_t column = static_cast<size_t>(matrix.m) * sizeof(cuddreal);
        for (int64_t j = 0; j < matrix.n && column > 0; j++)
            std::memcpy(reinterpret_cast<char *>(copy.data()) + static_cast<size_t>(j) * column,
                        static_cast<char *>(matrix.data) + static_cast<size_t>(j * matrix.lda) * sizeof(cuddreal), column);
        return copy.object;
    }

    ddblasHostMatrix matrix;
};

void check_file(ddblasStatus_t status)
{
    if (status != DDBLAS_STATUS_SUCCESS)
        raise_status(status, ddblasGetLastArgument(nullptr), ddblasGetLastError(nullptr));
}

/* (real part, imaginary part or None) */
nb::object read_file(const char *path, int npy_pairs)
{
    ddblasReadOptions options = ddblasReadOptions();
    options.npy_pairs = npy_pairs;
    ddblasFileInfo info;
    HostMatrix re, im;
    ddblasStatus_t status;
    {
        nb::gil_scoped_release released;
        status = ddblasQueryMatrix(path, &options, &info);
        if (status == DDBLAS_STATUS_SUCCESS)
            status = ddblasReadMatrixParts(path, &options, &re.matrix, &im.matrix);
    }
    check_file(status);
    check_signals();
    return nb::make_tuple(re.array(), info.is_complex ? im.array() : nb::none());
}

ddblasHostMatrix view_of(const Columns<cuddreal> &columns)
{
    ddblasHostMatrix matrix = ddblasHostMatrix();
    matrix.type = DDBLAS_TYPE_W;
    matrix.symmetry = DDBLAS_SYMMETRY_GENERAL;
    matrix.m = columns.rows();
    matrix.n = columns.columns();
    matrix.lda = columns.ld();
    matrix.data = columns.data();
    return matrix;
}

ddblasStatus_t write_parts(const char *path, const ddblasHostMatrix *re, const ddblasHostMatrix *im,
                           const ddblasWriteOptions *options)
{
    nb::gil_scoped_release released;
    return im ? ddblasWriteMatrixParts(path, re, im, options) : ddblasWriteMatrix(path, re, options);
}

void write_file(const char *path, nb::handle real, nb::handle imaginary, int format, int digits, bool coordinate,
                const char *comment)
{
    ddblasWriteOptions options = ddblasWriteOptions();
    options.format = static_cast<ddblasFileFormat_t>(format);
    options.digits = digits;
    options.coordinate = coordinate;
    options.comment = *comment ? comment : nullptr;
    const Columns<cuddreal> re(real, "a");
    const ddblasHostMatrix re_view = view_of(re);
    if (imaginary.is_none())
        check_file(write_parts(path, &re_view, nullptr, &options));
    else
    {
        const Columns<cuddreal> im(imaginary, "a");
        const ddblasHostMatrix im_view = view_of(im);
        check_file(write_parts(path, &re_view, &im_view, &options));
    }
    check_signals();
}

} // namespace

void define_files(nb::module_ &module)
{
    module.def("read", &read_file);
    module.def("write", &write_file, nb::arg("path"), nb::arg("real"), nb::arg("imaginary").none(), nb::arg("format"),
               nb::arg("digits"), nb::arg("coordinate"), nb::arg("comment"));
}
