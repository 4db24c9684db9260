# SPDX-License-Identifier: Apache-2.0
"""Device code of the AMD targets that is written in C."""
