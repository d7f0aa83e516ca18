"""Declarations of the ops of Fourier transforms and audio, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
AudioMicrofrontend(audio: int16) -> (filterbanks: out_type); sample_rate: int = 16000; window_size: int = 25; window_step: int = 10; num_channels: int = 32; upper_band_limit: float = 7500.0; lower_band_limit: float = 125.0; smoothing_bits: int = 10; even_smoothing: float = 0.025; odd_smoothing: float = 0.06; min_signal_remaining: float = 0.05; enable_pcan: bool = false; pcan_strength: float = 0.95; pcan_offset: float = 80.0; gain_bits: int = 21; enable_log: bool = true; scale_shift: int = 6; left_context: int = 0; right_context: int = 0; frame_stride: int = 1; zero_padding: bool = false; out_scale: int = 1; out_type: {uint16, float} = uint16
AudioSpectrogram(input: float) -> (spectrogram: float); window_size: int; stride: int; magnitude_squared: bool = false
AudioSummary(tag: string, tensor: float) -> (summary: string); sample_rate: float; max_outputs: int >= 1 = 3; deprecated(15, "Use AudioSummaryV2.")
AudioSummaryV2(tag: string, tensor: float, sample_rate: float) -> (summary: string); max_outputs: int >= 1 = 3
BatchFFT(input: complex64) -> (output: complex64); deprecated(15, "Use FFT")
BatchFFT2D(input: complex64) -> (output: complex64); deprecated(15, "Use FFT2D")
BatchFFT3D(input: complex64) -> (output: complex64); deprecated(15, "Use FFT3D")
BatchIFFT(input: complex64) -> (output: complex64); deprecated(15, "Use IFFT")
BatchIFFT2D(input: complex64) -> (output: complex64); deprecated(15, "Use IFFT2D")
BatchIFFT3D(input: complex64) -> (output: complex64); deprecated(15, "Use IFFT3D")
DecodeWav(contents: string) -> (audio: float, sample_rate: int32); desired_channels: int = -1; desired_samples: int = -1
EncodeWav(audio: float, sample_rate: int32) -> (contents: string)
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
Mfcc(spectrogram: float, sample_rate: int32) -> (output: float); upper_frequency_limit: float = 4000.0; lower_frequency_limit: float = 20.0; filterbank_channel_count: int = 40; dct_coefficient_count: int = 13
RFFT(input: Treal, fft_length: int32) -> (output: Tcomplex); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
RFFT2D(input: Treal, fft_length: int32) -> (output: Tcomplex); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
RFFT3D(input: Treal, fft_length: int32) -> (output: Tcomplex); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
RFFTND(input: Treal, fft_length: int32, axes: int32) -> (output: Tcomplex); Treal: {float, double} = float; Tcomplex: {complex64, complex128} = complex64
"""
