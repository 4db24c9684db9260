# SPDX-License-Identifier: Apache-2.0
"""PTX's matrix products on MFMA (gfx90a, gfx94x, gfx950) and WMMA (gfx11, gfx12)."""
