# SPDX-License-Identifier: Apache-2.0
"""Addresses as a scalar base and a 32-bit vector offset, where an index is known to fit."""
