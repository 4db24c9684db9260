# SPDX-License-Identifier: Apache-2.0
"""Wrappers of NVIDIA's libraries on AMD's and on CPU libraries; the Python side holds the tables and their coverage."""
