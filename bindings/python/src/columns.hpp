/*
 * Column-major matrices for factorisations: a contiguous array whose first axis counts columns.
 */
#ifndef DDBLAS_PYTHON_COLUMNS_HPP
#define DDBLAS_PYTHON_COLUMNS_HPP

#include "api.hpp"
#include "core.hpp"

/* A view of a column-major matrix, rows x columns, without padding. */
template <typename T>
class Columns
{
  public:
    Columns(nb::handle object, const char *name) : buffer_(object, true, name)
    {
        if (buffer_.element_axes(Api<T>::is_complex, name) != 2 || !buffer_.contiguous())
            raise_value("%s: a contiguous matrix is expected", name);
    }
    T *data() const { return reinterpret_cast<T *>(buffer_.data()); }
    int64_t columns() const { return buffer_.size(0); }
    int64_t rows() const { return buffer_.size(1); }
    int64_t ld() const { return rows() > 1 ? rows() : 1; }

  private:
    Buffer buffer_;
};

/* A new array of elements, and its memory. */
template <typename T>
class Made
{
  public:
    Made(int axes, const int64_t *shape)
        : object(empty_elements(axes, shape, Api<T>::is_complex)), buffer_(object, true, "result")
    {
    }
    T *data() const { return reinterpret_cast<T *>(buffer_.data()); }

    nb::object object;

  private:
    Buffer buffer_;
};

/* A new contiguous column-major matrix or a vector. */
template <typename T>
Made<T> make_columns(int64_t rows, int64_t columns)
{
    const int64_t shape[2] = {columns, rows};
    return Made<T>(2, shape);
}

template <typename T>
Made<T> make_vector(int64_t n)
{
    return Made<T>(1, &n);
}

/* New integers. */
class MadeIntegers
{
  public:
    explicit MadeIntegers(int64_t n) : object(empty(1, &n, "int64")), buffer_(object, true, "result") {}
    int64_t *data() const { return reinterpret_cast<int64_t *>(buffer_.data()); }

    nb::object object;

  private:
    Buffer buffer_;
};

inline void check_square(int64_t rows, int64_t columns)
{
    if (rows != columns)
        raise_value("a square matrix is expected, and it is %lld x %lld", static_cast<long long>(rows),
                    static_cast<long long>(columns));
}

#endif
