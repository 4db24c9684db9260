# SPDX-License-Identifier: Apache-2.0
"""Makes C headers, forwarding code and coverage figures from the tables in `core/runtime/api`.

CMake runs it as `python -m apigen` (with `core/runtime` on the path); the package itself uses it for `coverage()`.
"""
