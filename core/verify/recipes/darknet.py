# SPDX-License-Identifier: Apache-2.0
"""darknet: neural networks in C and CUDA, by a makefile that names /usr/local/cuda; its CUDA layers against its C layers."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass

from scale.verify.fetch import DebianSource
from scale.verify.job import Job
from scale.verify.recipe import Failed, Recipe

NETWORK = """[net]
batch=4
width=24
height=24
channels=3
learning_rate=0.01
momentum=0.9
decay=0.0005
policy=constant
max_batches=10
[convolutional]
filters=8
size=3
stride=1
pad=1
activation=leaky
[maxpool]
size=2
stride=2
[convolutional]
filters=16
size=3
stride=1
pad=1
activation=leaky
[connected]
output=20
activation=logistic
[connected]
output=10
activation=linear
[softmax]
"""
"""Layers on which its CUDA and its C code agree: batch normalisation has another epsilon in each; CUDA alone cuts deltas above 1."""
PROGRAM = r"""
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "darknet.h"
enum { CLASSES = 10, BATCH = 4, PIXELS = 24 * 24 * 3, TIMES = 4 };
static float x[BATCH * PIXELS], y[BATCH * CLASSES];
static network *make(char *file, int gpu) {
  srand(7);
  gpu_index = gpu;
  return parse_network_cfg(file);
}
static void compare(const char *what, network *a, network *b, char *file) {
  float most = 0;
  gpu_index = 0;
  float *left = network_predict(a, x);
  gpu_index = -1;
  float *right = network_predict(b, x);
  for (int i = 0; i < BATCH * CLASSES; ++i) most = fmaxf(most, fabsf(left[i] - right[i]));
  printf("%s %g\n", what, most);
}
int main(int count, char **words) {
  network *gpu = make(words[1], 0), *cpu = make(words[1], -1);
  for (int i = 0; i < BATCH * PIXELS; ++i) x[i] = (float)((i * 7919) % 1000) / 1000;
  for (int i = 0; i < BATCH; ++i) y[i * CLASSES + 2 * i] = 1;
  compare("prediction", gpu, cpu, words[1]);
  float left = 0, right = 0;
  for (int step = 0; step < TIMES; ++step) {
    gpu_index = 0;
    for (int i = 0; i < BATCH * PIXELS; ++i) gpu->input[i] = x[i];
    for (int i = 0; i < BATCH * CLASSES; ++i) gpu->truth[i] = y[i];
    left = train_network_datum(gpu);
    gpu_index = -1;
    for (int i = 0; i < BATCH * PIXELS; ++i) cpu->input[i] = x[i];
    for (int i = 0; i < BATCH * CLASSES; ++i) cpu->truth[i] = y[i];
    right = train_network_datum(cpu);
  }
  printf("loss %g\n", fabsf(left - right));
  compare("prediction-after-training", gpu, cpu, words[1]);
  return 0;
}
"""
TOLERANCE = 1e-3


@dataclass
class Darknet(Recipe):
    def compile(self, job: Job) -> str | None:
        tree = job.build / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(job.source, tree)
        said = job.run([*self._launcher(job), "make", "-C", tree, f"-j{job.jobs}", "GPU=1", "obj", "libdarknet.so"])
        return f"{len(re.findall(r'^nvcc ', said, re.MULTILINE))} device sources"

    def link(self, job: Job) -> str | None:
        job.run([*self._launcher(job), "make", "-C", job.build / "tree", "GPU=1"])
        images = json.loads(job.run(["scale", "objdump", "--json", job.build / "tree" / "libdarknet.so"]))
        if not any(image["target"] == job.target for image in images):
            raise Failed(f"libdarknet.so holds no code for {job.target}")
        return f"{len(images)} images in libdarknet.so"

    def run(self, job: Job) -> str | None:
        """The same network twice, with the same first weights: its CUDA layers predict, train, and predict again."""
        job.runs_here()
        (job.build / "compare.c").write_text(PROGRAM)
        (job.build / "small.cfg").write_text(NETWORK)
        tree = job.build / "tree"
        # GPU changes the structures that the header declares.
        line = ["gcc", "-O1", "-DGPU", f"-I{tree}/include", f"-I{job.toolkit}/include", "compare.c", f"-L{tree}", "-ldarknet", "-lm"]
        job.run([*line, f"-Wl,-rpath,{tree}", f"-L{job.toolkit}/lib64", f"-Wl,-rpath,{job.toolkit}/lib64", "-o", "compare"])
        self._said = job.run([*self._launcher(job), job.build / "compare", job.build / "small.cfg"])
        return None

    def numbers(self, job: Job) -> str | None:
        found = {
            name: float(value)
            for name, value in re.findall(r"^(prediction|loss|prediction-after-training) (\S+)$", self._said, re.MULTILINE)
        }
        if len(found) != 3 or not all(value < TOLERANCE for value in found.values()):
            raise Failed(f"differences {found}")
        return "largest differences from its C layers: " + ", ".join(f"{name} {value:.1g}" for name, value in found.items())

    def _launcher(self, job: Job) -> list[str]:
        return ["scale", "build", "--target", job.target, "--at", "/usr/local/cuda", "--"]

    _said: str = ""


RECIPE = Darknet(
    summary="neural networks: a makefile that names /usr/local/cuda",
    source=DebianSource("darknet"),
    option="scale build --target TARGET --at /usr/local/cuda -- make GPU=1",
)
