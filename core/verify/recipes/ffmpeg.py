# SPDX-License-Identifier: Apache-2.0
"""FFmpeg's CUDA filters, by its own configure script; frames compared with FFmpeg's software filters."""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass

from scale.verify.fetch import DebianSource
from scale.verify.job import Job
from scale.verify.recipe import Failed, Recipe

CUDA_FILTERS = ("hwupload_cuda", "scale_cuda", "overlay_cuda", "thumbnail_cuda", "yadif_cuda", "chromakey_cuda")
SOFTWARE_FILTERS = ("scale", "overlay", "thumbnail", "yadif", "chromakey", "hwdownload", "format", "split", "psnr")
INPUTS = ("testsrc2", "color")
EXTRA = ("--disable-everything", "--disable-autodetect", "--disable-doc", "--disable-network", "--disable-x86asm", "--disable-asm")


EXACT = math.inf
SOURCE = "testsrc2=size=320x240:rate=5:duration=1"
SMALL = "testsrc2=size=64x64:rate=5:duration=1:alpha=128"


@dataclass(frozen=True)
class Pair:
    """A chain of CUDA filters and FFmpeg's software filters for the same."""

    name: str
    device: str
    software: str
    least: float
    """Decibels of the average PSNR that they must reach; filters that are not defined to the bit differ in ties and rounding."""
    format: str = "yuv420p"
    source: str = SOURCE


PAIRS = (
    Pair("upload", "null", "null", EXACT),
    Pair("nearest", "scale_cuda=160:120:interp_algo=nearest", "scale=160:120:flags=neighbor", EXACT),
    Pair("bilinear", "scale_cuda=160:120:interp_algo=bilinear", "scale=160:120:flags=bilinear", 30),
    Pair("bicubic", "scale_cuda=640:480:interp_algo=bicubic", "scale=640:480:flags=bicubic", 38),
    Pair("lanczos", "scale_cuda=640:480:interp_algo=lanczos", "scale=640:480:flags=lanczos", 40),
    Pair("nv12", "scale_cuda=format=nv12", "null", EXACT, "nv12"),
    Pair("p010", "scale_cuda=format=p010le", "null", EXACT, "p010le"),
    Pair("yadif", "yadif_cuda", "yadif", 45),
    # Flat pictures: the CUDA filter reads between pixels, and truncates what it read.
    Pair("chromakey", "chromakey_cuda=green:0.1:0.1", "chromakey=green:0.1:0.1", 47, "yuva420p", "color=green:320x240:5:1"),
    Pair("chromakey, other colour", "chromakey_cuda=green:0.1:0.1", "chromakey=green:0.1:0.1", 47, "yuva420p", "color=red:320x240:5:1"),
)
OVERLAY = (
    "[0]format=yuv420p,split[a][b];[1]format={format},split[c][d];[a]hwupload_cuda[e];[c]hwupload_cuda[f];"
    "[e][f]overlay_cuda=x=20:y=30,hwdownload,format=yuv420p[x];[b][d]overlay=x=20:y=30:format=yuv420[y];[x][y]psnr"
)


@dataclass
class Ffmpeg(Recipe):
    """configure, make, and pairs of filter chains."""

    def configure(self, job: Job) -> str | None:
        config = job.prefix / "usr" / "share" / "pkgconfig"
        enabled = [f"--enable-filter={','.join((*CUDA_FILTERS, *SOFTWARE_FILTERS, *INPUTS))}"]
        enabled += ["--enable-indev=lavfi", "--enable-encoder=rawvideo,wrapped_avframe", "--enable-decoder=rawvideo"]
        enabled += ["--enable-muxer=null,framemd5", "--enable-protocol=pipe", "--enable-ffnvcodec", "--enable-cuda"]
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

    def run(self, job: Job) -> str | None:
        job.runs_here()
        chain = "format=yuv420p,hwupload_cuda,scale_cuda=160:120,hwdownload,format=yuv420p"
        said = self._ffmpeg(job, ["-f", "lavfi", "-i", SOURCE, "-vf", chain, "-f", "framemd5", "-"])
        return f"{len(re.findall(r'^0,', said, re.MULTILINE))} frames"

    def numbers(self, job: Job) -> str | None:
        found: list[str] = []
        low: list[str] = []
        for pair in PAIRS:
            graph = (
                f"format=yuv420p,split[a][b];[a]hwupload_cuda,{pair.device},hwdownload,format={pair.format}[x];"
                f"[b]{pair.software},format={pair.format}[y];[x][y]psnr"
            )
            self._compare(job, pair.name, ["-f", "lavfi", "-i", pair.source], graph, pair.least, found, low)
        for name, form in (("overlay", "yuv420p"), ("overlay with alpha", "yuva420p")):
            inputs = ["-f", "lavfi", "-i", SOURCE, "-f", "lavfi", "-i", SMALL]
            self._compare(job, name, inputs, OVERLAY.format(format=form), EXACT, found, low)
        chosen = self._frames(job, "format=yuv420p,hwupload_cuda,thumbnail_cuda=5,hwdownload,format=yuv420p")
        found.append("thumbnail one of the frames")
        if len(chosen) != 1 or not set(chosen) <= set(self._frames(job, "format=yuv420p")):
            low.append("thumbnail: not one of the frames")
        if low:
            raise Failed("; ".join(low))
        return ", ".join(found)

    def _ffmpeg(self, job: Job, words: list[str]) -> str:
        device = ["-hide_banner", "-nostats", "-init_hw_device", "cuda=cu", "-filter_hw_device", "cu"]
        return job.run([job.build / "ffmpeg", *device, *words], env={"LD_LIBRARY_PATH": f"{job.toolkit}/lib64"})

    def _compare(self, job: Job, name: str, inputs: list[str], graph: str, least: float, found: list[str], low: list[str]) -> None:
        """PSNR of the two halves of a graph; a filter that fails is named with its message."""
        try:
            said = self._ffmpeg(job, [*inputs, "-filter_complex", graph, "-f", "null", "-"])
        except Failed as failed:
            low.append(f"{name}: {failed}")
            return
        value = re.search(r"PSNR .*average:(\S+)", said)
        if value is None:
            low.append(f"{name}: no frame")
            return
        text = "exact" if value[1] == "inf" else f"{float(value[1]):.1f} dB"
        found.append(f"{name} {text}")
        if float(value[1]) < least:
            low.append(f"{name}: {text}, wanted {'exact' if least == EXACT else f'{least:.0f} dB'}")

    def _frames(self, job: Job, chain: str) -> list[str]:
        """MD5 of each frame."""
        said = self._ffmpeg(job, ["-f", "lavfi", "-i", SOURCE, "-vf", chain, "-f", "framemd5", "-"])
        return re.findall(r"^0,.*, (\w{32})$", said, re.MULTILINE)

    def time(self, job: Job) -> str | None:
        """The device sources alone: `-ptx` by each compiler, one after the other."""
        reference = job.reference_nvcc()
        spent: dict[str, float] = {}
        for name, program, arch in (("ours", job.nvcc, "30"), ("NVIDIA's nvcc", reference, "75")):
            started = os.times()
            for source in sorted((job.source / "libavfilter").glob("vf_*_cuda.cu")):
                arguments = ["-gencode", f"arch=compute_{arch},code=sm_{arch}", "-O2", "-std=c++11", "-m64", "-ptx", "-c"]
                job.run(
                    [program, *arguments, "-o", job.build / "timed.ptx", source], env={"SCALE_CACHE": str(job.build / "no-cache" / name)}
                )
            ended = os.times()
            spent[name] = ended.children_user + ended.children_system - started.children_user - started.children_system
        return ", ".join(f"{name} {seconds:.0f} s" for name, seconds in spent.items()) + " of processor time (NVIDIA's stops at PTX)"


RECIPE = Ffmpeg(
    summary="video filters on the device",
    source=DebianSource("ffmpeg"),
    option="--nvcc={nvcc}",
    debs=("libffmpeg-nvenc-dev",),
    notes=(
        "Only what the checks need is enabled, so that the host part builds quickly; no assembler.",
        "At run time `libcuda.so.1` of the toolkit folder is found through LD_LIBRARY_PATH, as FFmpeg loads it by name.",
        "`scale_cuda` in its bilinear form, and `thumbnail_cuda`, ask for filtered integers; these are read from the nearest texel.",
    ),
)
