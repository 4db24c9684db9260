# SPDX-License-Identifier: Apache-2.0
"""Moving values between the lanes of a warp: what each generation can do, and the cheapest way to a wanted move."""
