# SPDX-License-Identifier: Apache-2.0
"""What `./dev` does. `setup` and `main` need the standard library alone; the rest runs inside `.venv`."""
