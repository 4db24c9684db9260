# SPDX-License-Identifier: Apache-2.0
"""Programs that make parts of the hand-written headers: tables of numbers nobody should type."""
