# SPDX-License-Identifier: Apache-2.0
"""FFmpeg's CUDA filters, by its own configure script; frames compared with FFmpeg's software filters."""

from __future__ import annotations

from dataclasses import dataclass

from scale.verify.fetch import DebianSource
from scale.verify.job import Job
from scale.verify.recipe import Recipe

CUDA_FILTERS = ("hwupload_cuda", "scale_cuda", "overlay_cuda", "thumbnail_cuda", "yadif_cuda", "chromakey_cuda")
SOFTWARE_FILTERS = ("scale", "overlay", "thumbnail", "yadif", "chromakey", "hwdownload", "format", "split", "psnr")
INPUTS = ("testsrc2", "color", "mandelbrot")
EXTRA = ("--disable-everything", "--disable-autodetect", "--disable-doc", "--disable-network", "--disable-x86asm", "--disable-asm")


@dataclass
class Ffmpeg(Recipe):
    """configure, make, and pairs of filter chains."""

    def configure(self, job: Job) -> str | None:
        config = job.prefix / "usr" / "share" / "pkgconfig"
        enabled = [f"--enable-filter={','.join((*CUDA_FILTERS, *SOFTWARE_FILTERS, *INPUTS, 'testsrc', 'interlace', 'tinterlace'))}"]
        enabled += ["--enable-indev=lavfi", "--enable-encoder=rawvideo,wrapped_avframe", "--enable-decoder=rawvideo"]
        enabled += ["--enable-muxer=null,rawvideo,framecrc,framemd5", "--enable-protocol=file,pipe", "--enable-ffnvcodec", "--enable-cuda"]
        job.run(
            [
                *(job.source / "configure", "--enable-nonfree", "--enable-cuda-nvcc", f"--nvcc={job.nvcc}"),
                *(*EXTRA, *enabled),
                f"--extra-cflags=-I{job.prefix}/usr/include",
            ],
            env={"PKG_CONFIG_PATH": str(config), "PKG_CONFIG_SYSROOT_DIR": str(job.prefix)},
        )
        return None

    def compile(self, job: Job) -> str | None:
        job.run(["make", f"-j{job.jobs}", "libavfilter/libavfilter.a"])
        return None

    def link(self, job: Job) -> str | None:
        job.run(["make", f"-j{job.jobs}", "ffmpeg"])
        return None


RECIPE = Ffmpeg(
    summary="video filters on the device",
    source=DebianSource("ffmpeg"),
    option="--nvcc={nvcc}",
    debs=("libffmpeg-nvenc-dev",),
)
