/* SPDX-License-Identifier: Apache-2.0 */
/* FFTW 3's interface on cuFFT: FFTW 3 manual, "Basic Interface", "Advanced Interface", "Guru Interface". */
#ifndef _CUFFTW_H_
#define _CUFFTW_H_

#include <stdio.h>

#include <cufft.h>

#define FFTW_FORWARD -1
#define FFTW_INVERSE 1
#define FFTW_BACKWARD 1
#define FFTW_NO_TIMELIMIT -1.0
#define FFTW_MEASURE 0x00
#define FFTW_DESTROY_INPUT 0x01
#define FFTW_UNALIGNED 0x02
#define FFTW_CONSERVE_MEMORY 0x04
#define FFTW_EXHAUSTIVE 0x08
#define FFTW_PRESERVE_INPUT 0x10
#define FFTW_PATIENT 0x20
#define FFTW_ESTIMATE 0x40
#define FFTW_WISDOM_ONLY 0x200000

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_Complex_I) && defined(complex) && defined(I)
typedef double _Complex fftw_complex;
typedef float _Complex fftwf_complex;
#else
typedef double fftw_complex[2];
typedef float fftwf_complex[2];
#endif

typedef struct fftw_iodim_do_not_use_me {
  int n, is, os;
} fftw_iodim;
typedef fftw_iodim fftwf_iodim;
typedef struct fftw_iodim64_do_not_use_me {
  ptrdiff_t n, is, os;
} fftw_iodim64;
typedef fftw_iodim64 fftwf_iodim64;
typedef void *fftw_plan;
typedef void *fftwf_plan;

#define SCALE_FFTW_FUNCTIONS(X, R)                                                                                                           \
  X##_plan X##_plan_dft_1d(int n, X##_complex *in, X##_complex *out, int sign, unsigned flags);                                              \
  X##_plan X##_plan_dft_2d(int n0, int n1, X##_complex *in, X##_complex *out, int sign, unsigned flags);                                     \
  X##_plan X##_plan_dft_3d(int n0, int n1, int n2, X##_complex *in, X##_complex *out, int sign, unsigned flags);                             \
  X##_plan X##_plan_dft(int rank, const int *n, X##_complex *in, X##_complex *out, int sign, unsigned flags);                                \
  X##_plan X##_plan_dft_r2c_1d(int n, R *in, X##_complex *out, unsigned flags);                                                              \
  X##_plan X##_plan_dft_r2c_2d(int n0, int n1, R *in, X##_complex *out, unsigned flags);                                                     \
  X##_plan X##_plan_dft_r2c_3d(int n0, int n1, int n2, R *in, X##_complex *out, unsigned flags);                                             \
  X##_plan X##_plan_dft_r2c(int rank, const int *n, R *in, X##_complex *out, unsigned flags);                                                \
  X##_plan X##_plan_dft_c2r_1d(int n, X##_complex *in, R *out, unsigned flags);                                                              \
  X##_plan X##_plan_dft_c2r_2d(int n0, int n1, X##_complex *in, R *out, unsigned flags);                                                     \
  X##_plan X##_plan_dft_c2r_3d(int n0, int n1, int n2, X##_complex *in, R *out, unsigned flags);                                             \
  X##_plan X##_plan_dft_c2r(int rank, const int *n, X##_complex *in, R *out, unsigned flags);                                                \
  X##_plan X##_plan_many_dft(int rank, const int *n, int batch, X##_complex *in, const int *inembed, int istride, int idist,                 \
                             X##_complex *out, const int *onembed, int ostride, int odist, int sign, unsigned flags);                        \
  X##_plan X##_plan_many_dft_r2c(int rank, const int *n, int batch, R *in, const int *inembed, int istride, int idist, X##_complex *out,     \
                                 const int *onembed, int ostride, int odist, unsigned flags);                                                \
  X##_plan X##_plan_many_dft_c2r(int rank, const int *n, int batch, X##_complex *in, const int *inembed, int istride, int idist, R *out,     \
                                 const int *onembed, int ostride, int odist, unsigned flags);                                                \
  X##_plan X##_plan_guru_dft(int rank, const X##_iodim *dims, int batch_rank, const X##_iodim *batch_dims, X##_complex *in,                  \
                             X##_complex *out, int sign, unsigned flags);                                                                    \
  X##_plan X##_plan_guru_dft_r2c(int rank, const X##_iodim *dims, int batch_rank, const X##_iodim *batch_dims, R *in, X##_complex *out,      \
                                 unsigned flags);                                                                                            \
  X##_plan X##_plan_guru_dft_c2r(int rank, const X##_iodim *dims, int batch_rank, const X##_iodim *batch_dims, X##_complex *in, R *out,      \
                                 unsigned flags);                                                                                            \
  X##_plan X##_plan_guru64_dft(int rank, const X##_iodim64 *dims, int batch_rank, const X##_iodim64 *batch_dims, X##_complex *in,                  \
                             X##_complex *out, int sign, unsigned flags);                                                                    \
  X##_plan X##_plan_guru64_dft_r2c(int rank, const X##_iodim64 *dims, int batch_rank, const X##_iodim64 *batch_dims, R *in, X##_complex *out,      \
                                 unsigned flags);                                                                                            \
  X##_plan X##_plan_guru64_dft_c2r(int rank, const X##_iodim64 *dims, int batch_rank, const X##_iodim64 *batch_dims, X##_complex *in, R *out,      \
                                 unsigned flags);                                                                                            \
  void X##_execute(const X##_plan plan);                                                                                                     \
  void X##_execute_dft(const X##_plan plan, X##_complex *in, X##_complex *out);                                                              \
  void X##_execute_dft_r2c(const X##_plan plan, R *in, X##_complex *out);                                                                    \
  void X##_execute_dft_c2r(const X##_plan plan, X##_complex *in, R *out);                                                                    \
  void *X##_malloc(size_t n);                                                                                                                \
  void X##_free(void *pointer);                                                                                                              \
  void X##_destroy_plan(X##_plan plan);                                                                                                      \
  void X##_cleanup(void);                                                                                                                    \
  void X##_set_timelimit(double seconds);                                                                                                    \
  int X##_init_threads(void);                                                                                                                \
  void X##_plan_with_nthreads(int threads);                                                                                                  \
  void X##_cleanup_threads(void);                                                                                                            \
  void X##_export_wisdom_to_file(FILE *file);                                                                                                \
  int X##_import_wisdom_from_file(FILE *file);                                                                                               \
  double X##_cost(const fftw_plan plan);                                                                                                     \
  void X##_flops(const fftw_plan plan, double *add, double *mul, double *fma);                                                               \
  void X##_print_plan(const X##_plan plan);                                                                                                  \
  void X##_fprint_plan(const X##_plan plan, FILE *file);

SCALE_FFTW_FUNCTIONS(fftw, double)
SCALE_FFTW_FUNCTIONS(fftwf, float)

#ifdef __cplusplus
}
#endif

#endif
