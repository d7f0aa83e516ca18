"""Declarations of the spectral ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
BatchFFT(input: complex64) -> (output: complex64); deprecated(15, "Use FFT")
BatchFFT2D(input: complex64) -> (output: complex64); deprecated(15, "Use FFT2D")
BatchFFT3D(input: complex64) -> (output: complex64); deprecated(15, "Use FFT3D")
BatchIFFT(input: complex64) -> (output: complex64); deprecated(15, "Use IFFT")
BatchIFFT2D(input: complex64) -> (output: complex64); deprecated(15, "Use IFFT2D")
BatchIFFT3D(input: complex64) -> (output: complex64); deprecated(15, "Use IFFT3D")
FFT(input: Tcomplex) -> (output: Tcomplex); Tcomplex: {complex64, complex128} = complex64
FFT2D(input: Tcomplex) -> (output: Tcomplex); Tcomplex: {complex64, complex128} = complex64
FFT3D(input: Tcomplex) -> (output: Tcomplex); Tcomplex: {complex64, complex128} = complex64
FFTND(input: Tcomplex, fft_length: int32, axes: int32) -> (output: Tcomplex); Tcomplex: {complex64, complex128} = complex64
IFFT(input: Tcomplex) -> (output: Tcomplex); Tcomplex: {complex64, complex128} = complex64
IFFT2D(input: Tcomplex) -> (output: Tcomplex); Tcomplex: {complex64, complex128} = complex64
IFFT3D(input: Tcomplex) -> (output: Tcomplex); Tcomplex: {complex64, complex128} = complex64
IFFTND(input: Tcomplex, fft_length: int32, axes: int32) -> (output: Tcomplex); Tcomplex: {complex64, complex128} = complex64
IRFFT(input: Tcomplex, fft_length: int32) -> (output: Treal); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
IRFFT2D(input: Tcomplex, fft_length: int32) -> (output: Treal); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
IRFFT3D(input: Tcomplex, fft_length: int32) -> (output: Treal); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
IRFFTND(input: Tcomplex, fft_length: int32, axes: int32) -> (output: Treal); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
RFFT(input: Treal, fft_length: int32) -> (output: Tcomplex); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
RFFT2D(input: Treal, fft_length: int32) -> (output: Tcomplex); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
RFFT3D(input: Treal, fft_length: int32) -> (output: Tcomplex); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
RFFTND(input: Treal, fft_length: int32, axes: int32) -> (output: Tcomplex); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
"""
