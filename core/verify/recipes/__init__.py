# SPDX-License-Identifier: Apache-2.0
"""The projects, a module each with a `RECIPE`; the module's name is the project's, with `_` for `-`."""
