# SPDX-License-Identifier: Apache-2.0
"""Device IR's calls, each defined as LLVM IR for AMDGPU: a module a subject, pulled in by name as far as a program needs them."""
